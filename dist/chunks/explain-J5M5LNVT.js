import{exitCodes,writeText}from"./chunk-7NBL6GBP.js";import{rules}from"./chunk-X3WUEQXJ.js";import{UsageError}from"./chunk-NU53YJ4L.js";import"./chunk-AN7LIJX7.js";import"./chunk-5RA7RWWP.js";import{wrapAnsi}from"./chunk-IVMASDFE.js";import"./chunk-4OXKENWN.js";import"./chunk-VUEJJUAN.js";var exitCodeTexts=`Exit status:
    0  nothing at or above --fail-on
    1  findings at or above --fail-on
    2  wrong usage: an unknown option, a path that does not exist, a folder
       without registry files
    3  the program itself failed
  130  interrupted; what was known by then has been reported
`;async function runExplain(topic,io){return await writeText(io.stdout,explain(topic)),exitCodes.ok}function explain(topic){if(topic==="exit-codes")return exitCodeTexts;if(topic===void 0){let width=Math.max(...rules.map(({code:code2})=>code2.length));return[...rules].map(({code:code2,summary:summary2})=>`${code2.padEnd(width)}  ${summary2}
`).join("")}let rule=rules.find(({code:code2})=>code2===topic);if(rule===void 0)throw new UsageError([`there is no rule ${topic}; "endpoint-check explain" lists all`]);let{code,severity,inconclusive,summary,explanation}=rule;return`${code} (${inconclusive===!0?"inconclusive":severity})

${wrapAnsi(`${summary}.`,80)}

${wrapAnsi(explanation,80)}
`}export{runExplain};
