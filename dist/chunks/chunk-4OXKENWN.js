import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function isJsonObject(value){return typeof value=="object"&&value!==null&&!Array.isArray(value)}function appendPointer(pointer,token){return`${pointer}/${String(token).replaceAll("~","~0").replaceAll("/","~1")}`}export{isJsonObject,appendPointer};
