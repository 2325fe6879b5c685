var reporters={pretty:async()=>(await import("./pretty-BKJZASLF.js")).renderPretty,json:async()=>(await import("./json-VAIHPBFO.js")).renderJson};export{reporters};
