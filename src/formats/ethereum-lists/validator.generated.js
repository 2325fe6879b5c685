// Compiled by ajv from schemas/ethereum-lists.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The endpoints of an EVM chain","description":"A chain of a registry such as ethereum-lists/chains, at _data/chains/eip155-<id>.json. Fields that are not named here are free.","type":"object","properties":{"chainId":{"title":"chainId","description":"The chain id that every EVM endpoint of the chain must report (eth_chainId): hexadecimal or decimal.","examples":[1]},"rpc":{"title":"rpc","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An address of rpc","description":"Such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]},"default":[]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rpc !== undefined){
let data0 = data.rpc;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(typeof data0[i0] !== "string"){
const err0 = {instancePath:instancePath+"/rpc/" + i0,schemaPath:"#/properties/rpc/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/rpc",schemaPath:"#/properties/rpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

