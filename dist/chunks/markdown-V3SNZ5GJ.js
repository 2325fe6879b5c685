import{findChain,findHeight}from"./chunk-X5B3YAQZ.js";import{formatAmount,renderVerdicts}from"./chunk-NRGS7SHH.js";import"./chunk-4OXKENWN.js";import{groupFindings,sortBySeverity}from"./chunk-R2KCDWS6.js";import{maskKeys}from"./chunk-QOKN4B7E.js";import{defuseRunnerCommands,escapeTerminal}from"./chunk-OEP3S63N.js";import"./chunk-VUEJJUAN.js";var zeroWidthSpace="&#8203;";function escapeMarkdown(text){return escapeTerminal(maskKeys(text)).replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;").replaceAll(/[\\`*_{}[\]()|!~$#@^=]/g,"\\$&").replaceAll(/(?<=\/)(?=\/)|(?<=\\[#@])|(?<=\bwww)(?=\.)/gi,zeroWidthSpace)}function quoteMarkdown(quoted,{inTable}){let shown=defuseRunnerCommands(escapeTerminal(maskKeys(quoted))),text=shown.trim()===""?"(empty)":shown,content=inTable?text.replaceAll("|","\\|"):text,longest=Math.max(0,...(content.match(/`+/g)??[]).map(run=>run.length)),fence="`".repeat(longest+1),space=/^[` ]|[` ]$/.test(content)?" ":"";return`${fence}${space}${content}${space}${fence}`}function joinSections(head,sections,limitBytes2){let text=head,room=limitBytes2-Buffer.byteLength(head);for(let{title,folded,before,blocks}of sections){if(blocks.length===0)continue;let count=`${title} (${blocks.length})`,open=folded?`
<details>
<summary>${count}</summary>

${before}`:`
### ${count}

${before}`;if(room-=Buffer.byteLength(open)+200,room<0)break;let shown=0;for(let block of blocks){if(room-=Buffer.byteLength(block),room<0)break;shown++}let rest=blocks.length-shown;if(text+=open+blocks.slice(0,shown).join(""),rest>0&&(text+=`
\u2026 and ${rest} more, for which there is no room here.
`),folded&&(text+=`
</details>
`),rest>0)break}return text}var limitBytes=1e6;function renderMarkdown(report,{pathPrefix,scope}){let grouped=groupFindings(report),loose=[null,...report.files.map(({path})=>path)].flatMap(grouped.ofFile),listed=report.endpoints.map((endpoint,index)=>({endpoint,findings:grouped.ofEndpoint(index)})),failing=listed.filter(({endpoint,findings})=>endpoint.verdict==="fail"||findings.some(isError)),others=listed.filter(one=>!failing.includes(one)),open=others.filter(({endpoint})=>endpoint.verdict==="inconclusive"),noticed=others.filter(({findings,endpoint})=>findings.length>0&&endpoint.verdict!=="inconclusive"),passed=listed.filter(({endpoint})=>endpoint.verdict==="pass"),describe=one=>renderEndpoint(one,pathPrefix),tell=finding=>renderFinding(finding,"",pathPrefix),sections=[{title:"To be mended",folded:!1,before:"",blocks:[...loose.filter(isError).map(tell),...failing.map(describe)]},{title:"Inconclusive",folded:!1,before:"",blocks:open.map(describe)},{title:"Also noticed",folded:!0,before:"",blocks:[...loose.filter(finding=>!isError(finding)).map(tell),...noticed.map(describe)]},{title:"Passed",folded:!0,before:passedHead,blocks:passed.map(renderPassed)}];return joinSections(renderHead(report,scope),sections,limitBytes)}function isError({severity}){return severity==="error"}function renderHead(report,scope){let{endpoints,files,errors,warnings,notices}=report.summary,amounts=[formatAmount(endpoints,"endpoint"),formatAmount(files,"file"),formatAmount(errors,"error"),formatAmount(warnings,"warning"),formatAmount(notices,"notice"),`${(report.durationMs/1e3).toFixed(1)} s`],told=scope===null?"":`
${escapeMarkdown(scope)}
`;return`## Endpoints: ${renderVerdicts(report)}

${amounts.join(" \xB7 ")}
${told}`}function renderEndpoint({endpoint,findings},pathPrefix){let{verdict,kind,url,provider,file,line}=endpoint,name=quoteMarkdown(url??"(no url)",{inTable:!1}),operator=provider===null?"":` (${escapeMarkdown(provider)})`,place=file===null?"":` \xB7 ${quoteMarkdown(`${pathPrefix}${file}:${line??1}`,{inTable:!1})}`,told=sortBySeverity(findings).map(finding=>renderFinding(finding,"  ",null));return`- **${verdict}** ${escapeMarkdown(kind)} ${name}${operator}${place}
${told.join("")}`}function renderFinding(finding,margin,pathPrefix){let{severity,rule,message,hint,file,line}=finding,place=pathPrefix===null||file===null?"":` \xB7 ${quoteMarkdown(`${pathPrefix}${file}:${line??1}`,{inTable:!1})}`;return`${margin}- **${severity}** ${escapeMarkdown(message)} [${escapeMarkdown(rule)}]${place}

${margin}  **Mend:** ${escapeMarkdown(hint)}
`}var passedHead=`| chain | kind | endpoint | provider | serves | block | ms |
| --- | --- | --- | --- | --- | --: | --: |
`;function renderPassed({endpoint}){let{chain,kind,url,provider,facts,durationMs}=endpoint;return`| ${[escapeMarkdown(chain??""),escapeMarkdown(kind),quoteMarkdown(url??"",{inTable:!0}),escapeMarkdown(provider??""),escapeMarkdown(findChain(facts)??""),escapeMarkdown(findHeight(facts)??""),String(Math.round(durationMs))].join(" | ")} |
`}export{renderMarkdown};
