var reporters={pretty:async()=>(await import("./pretty-PPVKPFBY.js")).renderPretty,json:async()=>(await import("./json-GXNHNY5K.js")).renderJson};export{reporters};
