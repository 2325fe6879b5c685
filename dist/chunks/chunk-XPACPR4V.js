import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var reporters={pretty:async()=>(await import("./pretty-FP2T77NN.js")).renderPretty,json:async()=>(await import("./json-VAIHPBFO.js")).renderJson};export{reporters};
