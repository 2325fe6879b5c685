// Compiled by ajv from schemas/param.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"Chain parameters","description":"The parameters of a chain, at chain/<chain>/param.json or param_2.json. Fields that are not named here are free.","type":"object","properties":{"chain_id_cosmos":{"title":"chain_id_cosmos","description":"The chain id that every gRPC endpoint of the file must report (GetNodeInfo).","examples":["kava_2222-10"]},"chain_id":{"title":"chain_id","description":"Read where chain_id_cosmos is absent, unless it is a number.","examples":["kava_2222-10"]},"chain_id_evm":{"title":"chain_id_evm","description":"The chain id that every EVM endpoint of the file must report (eth_chainId): hexadecimal or decimal.","examples":["0x8ae"]},"grpc_endpoint":{"title":"grpc_endpoint","description":"gRPC endpoints of Cosmos SDK nodes, as host:port.","type":"array","items":{"title":"An entry of grpc_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as grpc.example.com:443.","type":"string","examples":["grpc.example.com:443"]}},"examples":[{"provider":"Example Validator","url":"grpc.example.com:443"}]},"default":[]},"evm_rpc_endpoint":{"title":"evm_rpc_endpoint","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of evm_rpc_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]}},"examples":[{"provider":"Example Validator","url":"https://evm-rpc.example.com"}]},"default":[]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.grpc_endpoint !== undefined){
let data0 = data.grpc_endpoint;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.provider === undefined){
const err0 = {instancePath:instancePath+"/grpc_endpoint/" + i0,schemaPath:"#/properties/grpc_endpoint/items/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data1.url === undefined){
const err1 = {instancePath:instancePath+"/grpc_endpoint/" + i0,schemaPath:"#/properties/grpc_endpoint/items/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1.provider !== undefined){
if(typeof data1.provider !== "string"){
const err2 = {instancePath:instancePath+"/grpc_endpoint/" + i0+"/provider",schemaPath:"#/properties/grpc_endpoint/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data1.url !== undefined){
if(typeof data1.url !== "string"){
const err3 = {instancePath:instancePath+"/grpc_endpoint/" + i0+"/url",schemaPath:"#/properties/grpc_endpoint/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err4 = {instancePath:instancePath+"/grpc_endpoint/" + i0,schemaPath:"#/properties/grpc_endpoint/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err5 = {instancePath:instancePath+"/grpc_endpoint",schemaPath:"#/properties/grpc_endpoint/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.evm_rpc_endpoint !== undefined){
let data4 = data.evm_rpc_endpoint;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.provider === undefined){
const err6 = {instancePath:instancePath+"/evm_rpc_endpoint/" + i1,schemaPath:"#/properties/evm_rpc_endpoint/items/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data5.url === undefined){
const err7 = {instancePath:instancePath+"/evm_rpc_endpoint/" + i1,schemaPath:"#/properties/evm_rpc_endpoint/items/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data5.provider !== undefined){
if(typeof data5.provider !== "string"){
const err8 = {instancePath:instancePath+"/evm_rpc_endpoint/" + i1+"/provider",schemaPath:"#/properties/evm_rpc_endpoint/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data5.url !== undefined){
if(typeof data5.url !== "string"){
const err9 = {instancePath:instancePath+"/evm_rpc_endpoint/" + i1+"/url",schemaPath:"#/properties/evm_rpc_endpoint/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/evm_rpc_endpoint/" + i1,schemaPath:"#/properties/evm_rpc_endpoint/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/evm_rpc_endpoint",schemaPath:"#/properties/evm_rpc_endpoint/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

