import{groupFindings}from"./chunk-R2KCDWS6.js";import{maskKeys}from"./chunk-IJHZ75L3.js";import{escapeMarkup}from"./chunk-OEP3S63N.js";import"./chunk-VUEJJUAN.js";function renderJunit(report,{pathPrefix}){let grouped=groupFindings(report),paths=report.files.map(({path})=>path);return[...report.endpoints,...report.findings].some(({file})=>file===null)&&paths.push(null),`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
${paths.map((path,id)=>{let name=path===null?report.tool.name:pathPrefix+path;return renderSuite(name,id,listCases(report,grouped,path),report)}).join("")}</testsuites>
`}function listCases({endpoints},grouped,path){let about=grouped.ofFile(path),file={name:path===null?"the run":"the file",durationMs:0,outcome:chooseFileOutcome(about),findings:about},own=endpoints.flatMap((endpoint,index)=>endpoint.file===path?[describeCase(endpoint,grouped.ofEndpoint(index))]:[]);return path===null&&about.length===0?own:[file,...own]}function chooseFileOutcome(findings){return findings.some(({severity})=>severity==="error")?"failure":"passed"}function describeCase({kind,url,provider,verdict,durationMs},findings){let outcome=findings.some(({severity})=>severity==="error")||verdict==="fail"?"failure":verdict==="pass"?"passed":"skipped";return{name:[kind,maskKeys(url??"(no url)"),provider===null?"":`(${provider})`].join(" ").trim(),durationMs,outcome,findings}}function renderSuite(name,id,cases,{startedAt,tool}){let count=outcome=>cases.filter(one=>one.outcome===outcome).length,property=renderAttributes({name:"tool",value:`${tool.name} ${tool.version}`}),totalMs=cases.reduce((sum,{durationMs})=>sum+durationMs,0),attributes=renderAttributes({name,id,package:"endpoint-check",timestamp:startedAt.slice(0,19),hostname:"localhost",tests:cases.length,failures:count("failure"),errors:0,skipped:count("skipped"),time:formatSeconds(totalMs)}),rendered=cases.map(one=>renderCase(name,one)).join("");return`  <testsuite${attributes}>
    <properties>
      <property${property}/>
    </properties>
${rendered}    <system-out/>
    <system-err/>
  </testsuite>
`}function renderCase(suite,{name,durationMs,outcome,findings}){let open=`    <testcase${renderAttributes({name,classname:suite,time:formatSeconds(durationMs)})}`;if(outcome==="passed")return`${open}/>
`;let[first]=findings,message=first===void 0?"not probed":`${first.rule}: ${maskKeys(first.message)}`;if(outcome==="skipped")return`${open}>
      <skipped>${escapeMarkup(message)}</skipped>
    </testcase>
`;let attributes=renderAttributes({message,type:first?.rule??"failure"}),text=findings.map(finding=>describeFinding(suite,finding)).join(`
`);return`${open}>
      <failure${attributes}>${text}</failure>
    </testcase>
`}function describeFinding(suite,{file,line,column,severity,rule,message,hint}){return[`${file===null?"":`${suite}:${line??1}:${column??1}: `}${severity}: ${maskKeys(message)} [${rule}]`,`hint: ${maskKeys(hint)}`].map(escapeMarkup).join(`
`)}function renderAttributes(attributes){return Object.entries(attributes).map(([name,value])=>` ${name}="${escapeMarkup(String(value))}"`).join("")}function formatSeconds(ms){return(ms/1e3).toFixed(3)}export{renderJunit};
