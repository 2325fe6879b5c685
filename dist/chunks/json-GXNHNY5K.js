import{escapeJson}from"./chunk-VX2OY3C6.js";import"./chunk-VUEJJUAN.js";function renderJson(report){return`${escapeJson(JSON.stringify(report,null,2))}
`}export{renderJson};
