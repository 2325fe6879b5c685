var nowhere={file:null,pointer:null,range:null};export{nowhere};
