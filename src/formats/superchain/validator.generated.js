// Compiled by ajv from schemas/superchain.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The endpoints of chains","description":"Chains of a registry such as ethereum-optimism/superchain-registry, at chainList.json. Fields that are not named here are free.","type":["array","object"],"items":{"type":"object","properties":{"rpc":{"type":"array","items":{"type":"string","examples":["https://rpc.example.com"]},"default":[]},"chainId":{"description":"The chain id that every endpoint of the chain must report.","examples":[10]}}},"properties":{"public_rpc":{"type":"string","examples":["https://rpc.example.com"]},"sequencer_rpc":{"type":"string","examples":["https://sequencer.example.com"]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!data || typeof data != "object"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema11.type},message:"must be array,object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.rpc !== undefined){
let data1 = data0.rpc;
if(Array.isArray(data1)){
const len1 = data1.length;
for(let i1=0; i1<len1; i1++){
if(typeof data1[i1] !== "string"){
const err1 = {instancePath:instancePath+"/" + i0+"/rpc/" + i1,schemaPath:"#/items/properties/rpc/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err2 = {instancePath:instancePath+"/" + i0+"/rpc",schemaPath:"#/items/properties/rpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.public_rpc !== undefined){
if(typeof data.public_rpc !== "string"){
const err4 = {instancePath:instancePath+"/public_rpc",schemaPath:"#/properties/public_rpc/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.sequencer_rpc !== undefined){
if(typeof data.sequencer_rpc !== "string"){
const err5 = {instancePath:instancePath+"/sequencer_rpc",schemaPath:"#/properties/sequencer_rpc/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
validate10.errors = vErrors;
return errors === 0;
}

