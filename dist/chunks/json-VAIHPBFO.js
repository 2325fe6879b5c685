import{escapeJson}from"./chunk-C22L2T77.js";import"./chunk-VUEJJUAN.js";function renderJson(report){return`${escapeJson(JSON.stringify(report,null,2))}
`}export{renderJson};
