import{exitCodes,writeText}from"./chunk-7NBL6GBP.js";import{rules}from"./chunk-2QAUW5JZ.js";import{distance}from"./chunk-KQYS5VJR.js";import{UsageError}from"./chunk-NU53YJ4L.js";import"./chunk-KRR2XZNX.js";import"./chunk-5RA7RWWP.js";import{wrapAnsi}from"./chunk-IVMASDFE.js";import"./chunk-4OXKENWN.js";import"./chunk-VUEJJUAN.js";var exitCodeTexts=`Exit status:
    0  nothing at or above --fail-on
    1  findings at or above --fail-on
    2  wrong usage: an unknown option, a path that does not exist, a folder
       without registry files
    3  the program itself failed
  130  interrupted; what was known by then has been reported
`;async function runExplain(topic,io){return await writeText(io.stdout,explain(topic)),exitCodes.ok}function explain(topic){if(topic==="exit-codes")return exitCodeTexts;if(topic===void 0)return list(rules);let rule=rules.find(({code:code2})=>code2===topic);if(rule===void 0){let family=rules.filter(({code:code2})=>code2.startsWith(`${topic.replace(/\/$/,"")}/`));if(family.length>0)return list(family);throw new UsageError([`there is no rule ${topic}; ${suggest(topic)}`])}let{code,severity,inconclusive,summary,explanation}=rule;return`${code} (${inconclusive===!0?"inconclusive":severity})

${wrapAnsi(`${summary}.`,80)}

${wrapAnsi(explanation,80)}
`}function list(listed){let width=Math.max(...listed.map(({code})=>code.length));return listed.map(({code,summary})=>`${code.padEnd(width)}  ${summary}
`).join("")}function suggest(topic){let name=topic.split("/").at(-1)??"",namesakes=rules.filter(({code})=>code.split("/")[1]===name).map(({code})=>code),near=rules.map(({code})=>code).filter(code=>distance(code,topic)<=3),found=namesakes.length>0?namesakes:near;return found.length>0?`did you mean ${found.join(" or ")}?`:'"endpoint-check explain" lists all'}export{runExplain};
