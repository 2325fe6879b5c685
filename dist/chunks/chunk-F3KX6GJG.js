var tool={name:"endpoint-check",version:"0.1.0"};export{tool};
