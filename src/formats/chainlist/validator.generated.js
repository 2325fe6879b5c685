// Compiled by ajv from schemas/param.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"Chain parameters","description":"The parameters of a chain, at chain/<chain>/param.json or param_2.json. Fields that are not named here are free.","type":"object","properties":{"chain_id_cosmos":{"title":"chain_id_cosmos","description":"The chain id that every endpoint of the chain must report.","examples":["kava_2222-10"]},"chain_id":{"title":"chain_id","description":"Read where chain_id_cosmos is absent, unless it is a number.","examples":["kava_2222-10"]},"chain_id_evm":{"title":"chain_id_evm","description":"The chain id that every EVM endpoint of the chain must report (eth_chainId): hexadecimal or decimal.","examples":["0x8ae"]},"grpc_endpoint":{"title":"grpc_endpoint","description":"gRPC endpoints of Cosmos SDK nodes, as host:port.","type":"array","items":{"title":"An entry of grpc_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as grpc.example.com:443.","type":"string","examples":["grpc.example.com:443"]}},"examples":[{"provider":"Example Validator","url":"grpc.example.com:443"}]},"default":[]},"evm_rpc_endpoint":{"title":"evm_rpc_endpoint","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of evm_rpc_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]}},"examples":[{"provider":"Example Validator","url":"https://evm-rpc.example.com"}]},"default":[]},"cosmos_rpc_endpoint":{"title":"cosmos_rpc_endpoint","description":"CometBFT RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of cosmos_rpc_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as https://rpc.example.com.","type":"string","examples":["https://rpc.example.com"]}},"examples":[{"provider":"Example Validator","url":"https://rpc.example.com"}]},"default":[]},"lcd_endpoint":{"title":"lcd_endpoint","description":"REST APIs (LCD) of Cosmos SDK nodes, as full https urls.","type":"array","items":{"title":"An entry of lcd_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as https://rest.example.com.","type":"string","examples":["https://rest.example.com"]}},"examples":[{"provider":"Example Validator","url":"https://rest.example.com"}]},"default":[]},"solana_rpc_endpoint":{"title":"solana_rpc_endpoint","description":"Solana JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of solana_rpc_endpoint","description":"A public endpoint and who operates it.","type":"object","required":["provider","url"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"url":{"title":"url","description":"The address, such as https://api.example.com.","type":"string","examples":["https://api.example.com"]}},"examples":[{"provider":"Example Validator","url":"https://api.example.com"}]},"default":[]}}};

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
if(data.cosmos_rpc_endpoint !== undefined){
let data8 = data.cosmos_rpc_endpoint;
if(Array.isArray(data8)){
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.provider === undefined){
const err12 = {instancePath:instancePath+"/cosmos_rpc_endpoint/" + i2,schemaPath:"#/properties/cosmos_rpc_endpoint/items/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data9.url === undefined){
const err13 = {instancePath:instancePath+"/cosmos_rpc_endpoint/" + i2,schemaPath:"#/properties/cosmos_rpc_endpoint/items/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data9.provider !== undefined){
if(typeof data9.provider !== "string"){
const err14 = {instancePath:instancePath+"/cosmos_rpc_endpoint/" + i2+"/provider",schemaPath:"#/properties/cosmos_rpc_endpoint/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data9.url !== undefined){
if(typeof data9.url !== "string"){
const err15 = {instancePath:instancePath+"/cosmos_rpc_endpoint/" + i2+"/url",schemaPath:"#/properties/cosmos_rpc_endpoint/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/cosmos_rpc_endpoint/" + i2,schemaPath:"#/properties/cosmos_rpc_endpoint/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/cosmos_rpc_endpoint",schemaPath:"#/properties/cosmos_rpc_endpoint/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.lcd_endpoint !== undefined){
let data12 = data.lcd_endpoint;
if(Array.isArray(data12)){
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
let data13 = data12[i3];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.provider === undefined){
const err18 = {instancePath:instancePath+"/lcd_endpoint/" + i3,schemaPath:"#/properties/lcd_endpoint/items/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data13.url === undefined){
const err19 = {instancePath:instancePath+"/lcd_endpoint/" + i3,schemaPath:"#/properties/lcd_endpoint/items/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data13.provider !== undefined){
if(typeof data13.provider !== "string"){
const err20 = {instancePath:instancePath+"/lcd_endpoint/" + i3+"/provider",schemaPath:"#/properties/lcd_endpoint/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data13.url !== undefined){
if(typeof data13.url !== "string"){
const err21 = {instancePath:instancePath+"/lcd_endpoint/" + i3+"/url",schemaPath:"#/properties/lcd_endpoint/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/lcd_endpoint/" + i3,schemaPath:"#/properties/lcd_endpoint/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/lcd_endpoint",schemaPath:"#/properties/lcd_endpoint/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.solana_rpc_endpoint !== undefined){
let data16 = data.solana_rpc_endpoint;
if(Array.isArray(data16)){
const len4 = data16.length;
for(let i4=0; i4<len4; i4++){
let data17 = data16[i4];
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.provider === undefined){
const err24 = {instancePath:instancePath+"/solana_rpc_endpoint/" + i4,schemaPath:"#/properties/solana_rpc_endpoint/items/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data17.url === undefined){
const err25 = {instancePath:instancePath+"/solana_rpc_endpoint/" + i4,schemaPath:"#/properties/solana_rpc_endpoint/items/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data17.provider !== undefined){
if(typeof data17.provider !== "string"){
const err26 = {instancePath:instancePath+"/solana_rpc_endpoint/" + i4+"/provider",schemaPath:"#/properties/solana_rpc_endpoint/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data17.url !== undefined){
if(typeof data17.url !== "string"){
const err27 = {instancePath:instancePath+"/solana_rpc_endpoint/" + i4+"/url",schemaPath:"#/properties/solana_rpc_endpoint/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/solana_rpc_endpoint/" + i4,schemaPath:"#/properties/solana_rpc_endpoint/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/solana_rpc_endpoint",schemaPath:"#/properties/solana_rpc_endpoint/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

