var reporters={pretty:async()=>(await import("./pretty-KSOO4IYU.js")).renderPretty,json:async()=>(await import("./json-VAIHPBFO.js")).renderJson};export{reporters};
