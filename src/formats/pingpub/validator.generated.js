// Compiled by ajv from schemas/pingpub.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The endpoints of a chain","description":"A chain of a registry such as ping-pub/ping.pub, at chains/mainnet/<chain>.json. Fields that are not named here are free.","type":"object","properties":{"chain_id":{"title":"chain_id","description":"The chain id that every endpoint of the chain must report.","examples":["kava_2222-10"]},"rpc":{"title":"rpc","description":"CometBFT RPC endpoints, as full https urls.","type":["string","array"],"items":{"title":"An entry of rpc","description":"A public endpoint and who operates it.","type":["string","object"],"required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://rpc.example.com.","type":"string","examples":["https://rpc.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://rpc.example.com"}]},"default":[]},"api":{"title":"api","description":"REST APIs (LCD) of Cosmos SDK nodes, as full https urls.","type":["string","array"],"items":{"title":"An entry of api","description":"A public endpoint and who operates it.","type":["string","object"],"required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://rest.example.com.","type":"string","examples":["https://rest.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://rest.example.com"}]},"default":[]},"grpc":{"title":"grpc","description":"gRPC endpoints of Cosmos SDK nodes, as host:port.","type":["string","array"],"items":{"title":"An entry of grpc","description":"A public endpoint and who operates it.","type":["string","object"],"required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as grpc.example.com:443.","type":"string","examples":["grpc.example.com:443"]}},"examples":[{"provider":"Example Validator","address":"grpc.example.com:443"}]},"default":[]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rpc !== undefined){
let data0 = data.rpc;
if((typeof data0 !== "string") && (!(Array.isArray(data0)))){
const err0 = {instancePath:instancePath+"/rpc",schemaPath:"#/properties/rpc/type",keyword:"type",params:{type: schema11.properties.rpc.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if((typeof data1 !== "string") && (!(data1 && typeof data1 == "object" && !Array.isArray(data1)))){
const err1 = {instancePath:instancePath+"/rpc/" + i0,schemaPath:"#/properties/rpc/items/type",keyword:"type",params:{type: schema11.properties.rpc.items.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.address === undefined){
const err2 = {instancePath:instancePath+"/rpc/" + i0,schemaPath:"#/properties/rpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.provider !== undefined){
if(typeof data1.provider !== "string"){
const err3 = {instancePath:instancePath+"/rpc/" + i0+"/provider",schemaPath:"#/properties/rpc/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.address !== undefined){
if(typeof data1.address !== "string"){
const err4 = {instancePath:instancePath+"/rpc/" + i0+"/address",schemaPath:"#/properties/rpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
}
}
}
if(data.api !== undefined){
let data4 = data.api;
if((typeof data4 !== "string") && (!(Array.isArray(data4)))){
const err5 = {instancePath:instancePath+"/api",schemaPath:"#/properties/api/type",keyword:"type",params:{type: schema11.properties.api.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if((typeof data5 !== "string") && (!(data5 && typeof data5 == "object" && !Array.isArray(data5)))){
const err6 = {instancePath:instancePath+"/api/" + i1,schemaPath:"#/properties/api/items/type",keyword:"type",params:{type: schema11.properties.api.items.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.address === undefined){
const err7 = {instancePath:instancePath+"/api/" + i1,schemaPath:"#/properties/api/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
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
const err8 = {instancePath:instancePath+"/api/" + i1+"/provider",schemaPath:"#/properties/api/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data5.address !== undefined){
if(typeof data5.address !== "string"){
const err9 = {instancePath:instancePath+"/api/" + i1+"/address",schemaPath:"#/properties/api/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
}
}
}
if(data.grpc !== undefined){
let data8 = data.grpc;
if((typeof data8 !== "string") && (!(Array.isArray(data8)))){
const err10 = {instancePath:instancePath+"/grpc",schemaPath:"#/properties/grpc/type",keyword:"type",params:{type: schema11.properties.grpc.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(Array.isArray(data8)){
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if((typeof data9 !== "string") && (!(data9 && typeof data9 == "object" && !Array.isArray(data9)))){
const err11 = {instancePath:instancePath+"/grpc/" + i2,schemaPath:"#/properties/grpc/items/type",keyword:"type",params:{type: schema11.properties.grpc.items.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.address === undefined){
const err12 = {instancePath:instancePath+"/grpc/" + i2,schemaPath:"#/properties/grpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data9.provider !== undefined){
if(typeof data9.provider !== "string"){
const err13 = {instancePath:instancePath+"/grpc/" + i2+"/provider",schemaPath:"#/properties/grpc/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data9.address !== undefined){
if(typeof data9.address !== "string"){
const err14 = {instancePath:instancePath+"/grpc/" + i2+"/address",schemaPath:"#/properties/grpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

