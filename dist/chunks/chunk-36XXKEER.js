function clip(text){return text.length<=300?text:`${Buffer.from(text.slice(0,300).replace(/[\uD800-\uDBFF]$/,"")).toString()}\u2026`}export{clip};
