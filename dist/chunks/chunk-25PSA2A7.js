var reporters={pretty:async()=>(await import("./pretty-WNHYB6LF.js")).renderPretty,json:async()=>(await import("./json-VAIHPBFO.js")).renderJson};export{reporters};
