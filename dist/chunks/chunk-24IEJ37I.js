import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var reporters={pretty:async()=>(await import("./pretty-K2RQN4X6.js")).renderPretty,json:async()=>(await import("./json-VAIHPBFO.js")).renderJson};export{reporters};
