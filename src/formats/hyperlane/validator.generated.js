// Compiled by ajv from schemas/hyperlane.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The endpoints of a chain","description":"A chain of a registry such as hyperlane-xyz/hyperlane-registry, at chains/<chain>/metadata.yaml. Fields that are not named here are free.","type":"object","properties":{"rpcUrls":{"type":"array","description":"The endpoints.","items":{"type":"object","required":["http"],"properties":{"http":{"type":"string","description":"The address.","examples":["https://rpc.example.com"]},"webSocket":{"type":"string","description":"The websocket.","examples":["wss://rpc.example.com"]}}}},"restUrls":{"type":"array","description":"The endpoints.","items":{"type":"object","required":["http"],"properties":{"http":{"type":"string","description":"The address.","examples":["https://rpc.example.com"]},"webSocket":{"type":"string","description":"The websocket.","examples":["wss://rpc.example.com"]}}}},"grpcUrls":{"type":"array","description":"The endpoints.","items":{"type":"object","required":["http"],"properties":{"http":{"type":"string","description":"The address.","examples":["https://rpc.example.com"]},"webSocket":{"type":"string","description":"The websocket.","examples":["wss://rpc.example.com"]}}}}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rpcUrls !== undefined){
let data0 = data.rpcUrls;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.http === undefined){
const err0 = {instancePath:instancePath+"/rpcUrls/" + i0,schemaPath:"#/properties/rpcUrls/items/required",keyword:"required",params:{missingProperty: "http"},message:"must have required property '"+"http"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data1.http !== undefined){
if(typeof data1.http !== "string"){
const err1 = {instancePath:instancePath+"/rpcUrls/" + i0+"/http",schemaPath:"#/properties/rpcUrls/items/properties/http/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data1.webSocket !== undefined){
if(typeof data1.webSocket !== "string"){
const err2 = {instancePath:instancePath+"/rpcUrls/" + i0+"/webSocket",schemaPath:"#/properties/rpcUrls/items/properties/webSocket/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err3 = {instancePath:instancePath+"/rpcUrls/" + i0,schemaPath:"#/properties/rpcUrls/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err4 = {instancePath:instancePath+"/rpcUrls",schemaPath:"#/properties/rpcUrls/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.restUrls !== undefined){
let data4 = data.restUrls;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.http === undefined){
const err5 = {instancePath:instancePath+"/restUrls/" + i1,schemaPath:"#/properties/restUrls/items/required",keyword:"required",params:{missingProperty: "http"},message:"must have required property '"+"http"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data5.http !== undefined){
if(typeof data5.http !== "string"){
const err6 = {instancePath:instancePath+"/restUrls/" + i1+"/http",schemaPath:"#/properties/restUrls/items/properties/http/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data5.webSocket !== undefined){
if(typeof data5.webSocket !== "string"){
const err7 = {instancePath:instancePath+"/restUrls/" + i1+"/webSocket",schemaPath:"#/properties/restUrls/items/properties/webSocket/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/restUrls/" + i1,schemaPath:"#/properties/restUrls/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/restUrls",schemaPath:"#/properties/restUrls/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.grpcUrls !== undefined){
let data8 = data.grpcUrls;
if(Array.isArray(data8)){
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.http === undefined){
const err10 = {instancePath:instancePath+"/grpcUrls/" + i2,schemaPath:"#/properties/grpcUrls/items/required",keyword:"required",params:{missingProperty: "http"},message:"must have required property '"+"http"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data9.http !== undefined){
if(typeof data9.http !== "string"){
const err11 = {instancePath:instancePath+"/grpcUrls/" + i2+"/http",schemaPath:"#/properties/grpcUrls/items/properties/http/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data9.webSocket !== undefined){
if(typeof data9.webSocket !== "string"){
const err12 = {instancePath:instancePath+"/grpcUrls/" + i2+"/webSocket",schemaPath:"#/properties/grpcUrls/items/properties/webSocket/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/grpcUrls/" + i2,schemaPath:"#/properties/grpcUrls/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/grpcUrls",schemaPath:"#/properties/grpcUrls/type",keyword:"type",params:{type: "array"},message:"must be array"};
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

