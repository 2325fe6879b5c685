// Compiled by ajv from schemas/zone-chains.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The chains of a zone","description":"The chains of a zone and their endpoints, as in osmosis-labs/assetlists. Fields that are not named here are free.","type":"object","required":["chains"],"properties":{"chains":{"title":"chains","description":"The chains.","type":"array","items":{"title":"A chain of chains","description":"A chain and its endpoints.","type":"object","properties":{"rpc":{"title":"rpc","description":"CometBFT RPC endpoints, as full https urls.","type":"string","examples":["https://rpc.example.com"]},"rest":{"title":"rest","description":"REST APIs (LCD) of Cosmos SDK nodes, as full https urls.","type":"string","examples":["https://rest.example.com"]}}},"default":[]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.chains === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "chains"},message:"must have required property '"+"chains"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.chains !== undefined){
let data0 = data.chains;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.rpc !== undefined){
if(typeof data1.rpc !== "string"){
const err1 = {instancePath:instancePath+"/chains/" + i0+"/rpc",schemaPath:"#/properties/chains/items/properties/rpc/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data1.rest !== undefined){
if(typeof data1.rest !== "string"){
const err2 = {instancePath:instancePath+"/chains/" + i0+"/rest",schemaPath:"#/properties/chains/items/properties/rest/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err3 = {instancePath:instancePath+"/chains/" + i0,schemaPath:"#/properties/chains/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
else {
const err4 = {instancePath:instancePath+"/chains",schemaPath:"#/properties/chains/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

