// Compiled by ajv from schemas/keplr.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The endpoints of a chain","description":"A chain of a registry such as chainapsis/keplr-chain-registry, at cosmos/<chain>.json or evm/eip155:<id>.json. Fields that are not named here are free.","type":"object","properties":{"chainId":{"title":"chainId","description":"The chain id that every endpoint of the chain must report.","examples":["kava_2222-10"]},"evm":{"title":"evm","description":"What is in evm.","type":"object","properties":{"chainId":{"title":"chainId","description":"The chain id that every EVM endpoint of the chain must report (eth_chainId): hexadecimal or decimal.","examples":[2222]},"rpc":{"title":"rpc","description":"EVM JSON-RPC endpoints, as full https urls.","type":"string","examples":["https://evm-rpc.example.com"]},"websocket":{"title":"websocket","description":"EVM JSON-RPC websockets, as full wss urls.","type":"string","examples":["wss://evm-ws.example.com"]}}},"rpc":{"title":"rpc","description":"CometBFT RPC endpoints, as full https urls.","type":"string","examples":["https://rpc.example.com"]},"rest":{"title":"rest","description":"REST APIs (LCD) of Cosmos SDK nodes, as full https urls.","type":"string","examples":["https://rest.example.com"]},"websocket":{"title":"websocket","description":"EVM JSON-RPC websockets, as full wss urls.","type":"string","examples":["wss://evm-ws.example.com"]}},"required":["rpc"]};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rpc === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rpc"},message:"must have required property '"+"rpc"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.evm !== undefined){
let data0 = data.evm;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.rpc !== undefined){
if(typeof data0.rpc !== "string"){
const err1 = {instancePath:instancePath+"/evm/rpc",schemaPath:"#/properties/evm/properties/rpc/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.websocket !== undefined){
if(typeof data0.websocket !== "string"){
const err2 = {instancePath:instancePath+"/evm/websocket",schemaPath:"#/properties/evm/properties/websocket/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err3 = {instancePath:instancePath+"/evm",schemaPath:"#/properties/evm/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.rpc !== undefined){
if(typeof data.rpc !== "string"){
const err4 = {instancePath:instancePath+"/rpc",schemaPath:"#/properties/rpc/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.rest !== undefined){
if(typeof data.rest !== "string"){
const err5 = {instancePath:instancePath+"/rest",schemaPath:"#/properties/rest/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.websocket !== undefined){
if(typeof data.websocket !== "string"){
const err6 = {instancePath:instancePath+"/websocket",schemaPath:"#/properties/websocket/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

