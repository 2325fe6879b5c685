import{escapeJson}from"./chunk-OEP3S63N.js";import"./chunk-VUEJJUAN.js";function renderJson(report){return`${escapeJson(JSON.stringify(report,null,2))}
`}export{renderJson};
