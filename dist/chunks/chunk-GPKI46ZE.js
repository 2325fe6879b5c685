function formatName(name){return name.replaceAll(/[A-Z]/g,letter=>`-${letter.toLowerCase()}`)}export{formatName};
