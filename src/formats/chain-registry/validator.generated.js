// Compiled by ajv from schemas/chain-registry.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"The endpoints of a chain","description":"A chain of a registry such as cosmos/chain-registry, at <chain>/chain.json. Fields that are not named here are free.","type":"object","properties":{"chain_id":{"title":"chain_id","description":"The chain id that every endpoint of the chain must report.","examples":["kava_2222-10"]},"evm_chain_id":{"title":"evm_chain_id","description":"The chain id that every EVM endpoint of the chain must report (eth_chainId): hexadecimal or decimal.","examples":["0x8ae"]},"apis":{"title":"apis","description":"What is in apis.","type":"object","properties":{"rpc":{"title":"rpc","description":"CometBFT RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of rpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://rpc.example.com.","type":"string","examples":["https://rpc.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://rpc.example.com"}]},"default":[]},"rest":{"title":"rest","description":"REST APIs (LCD) of Cosmos SDK nodes, as full https urls.","type":"array","items":{"title":"An entry of rest","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://rest.example.com.","type":"string","examples":["https://rest.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://rest.example.com"}]},"default":[]},"grpc":{"title":"grpc","description":"gRPC endpoints of Cosmos SDK nodes, as host:port.","type":"array","items":{"title":"An entry of grpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as grpc.example.com:443.","type":"string","examples":["grpc.example.com:443"]}},"examples":[{"provider":"Example Validator","address":"grpc.example.com:443"}]},"default":[]},"wss":{"title":"wss","description":"Websockets of CometBFT nodes, as full wss urls.","type":"array","items":{"title":"An entry of wss","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as wss://rpc.example.com/websocket.","type":"string","examples":["wss://rpc.example.com/websocket"]}},"examples":[{"provider":"Example Validator","address":"wss://rpc.example.com/websocket"}]},"default":[]},"grpc-web":{"title":"grpc-web","description":"gRPC-web endpoints of Cosmos SDK nodes, as full https urls.","type":"array","items":{"title":"An entry of grpc-web","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://grpc-web.example.com.","type":"string","examples":["https://grpc-web.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://grpc-web.example.com"}]},"default":[]},"evm-http-jsonrpc":{"title":"evm-http-jsonrpc","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of evm-http-jsonrpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://evm-rpc.example.com"}]},"default":[]},"json-rpc":{"title":"json-rpc","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of json-rpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]}},"examples":[{"provider":"Example Validator","address":"https://evm-rpc.example.com"}]},"default":[]},"json-rpc-websocket":{"title":"json-rpc-websocket","description":"EVM JSON-RPC websockets, as full wss urls.","type":"array","items":{"title":"An entry of json-rpc-websocket","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as wss://evm-ws.example.com.","type":"string","examples":["wss://evm-ws.example.com"]}},"examples":[{"provider":"Example Validator","address":"wss://evm-ws.example.com"}]},"default":[]}}},"peers":{"title":"peers","description":"What is in peers.","type":"object","properties":{"persistent_peers":{"title":"persistent_peers","description":"p2p addresses of CometBFT nodes, as id@host:port.","type":"array","items":{"title":"An entry of persistent_peers","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as 3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656.","type":"string","examples":["3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"]}},"examples":[{"provider":"Example Validator","address":"3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"}]},"default":[]},"seeds":{"title":"seeds","description":"p2p addresses of CometBFT nodes, as id@host:port.","type":"array","items":{"title":"An entry of seeds","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"provider":{"title":"provider","description":"Name of the operator, spelled as in the other files of the registry.","type":"string","examples":["Example Validator"]},"address":{"title":"address","description":"The address, such as 3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656.","type":"string","examples":["3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"]}},"examples":[{"provider":"Example Validator","address":"3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"}]},"default":[]}}}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.apis !== undefined){
let data0 = data.apis;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.rpc !== undefined){
let data1 = data0.rpc;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.address === undefined){
const err0 = {instancePath:instancePath+"/apis/rpc/" + i0,schemaPath:"#/properties/apis/properties/rpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data2.provider !== undefined){
if(typeof data2.provider !== "string"){
const err1 = {instancePath:instancePath+"/apis/rpc/" + i0+"/provider",schemaPath:"#/properties/apis/properties/rpc/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data2.address !== undefined){
if(typeof data2.address !== "string"){
const err2 = {instancePath:instancePath+"/apis/rpc/" + i0+"/address",schemaPath:"#/properties/apis/properties/rpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err3 = {instancePath:instancePath+"/apis/rpc/" + i0,schemaPath:"#/properties/apis/properties/rpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err4 = {instancePath:instancePath+"/apis/rpc",schemaPath:"#/properties/apis/properties/rpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.rest !== undefined){
let data5 = data0.rest;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.address === undefined){
const err5 = {instancePath:instancePath+"/apis/rest/" + i1,schemaPath:"#/properties/apis/properties/rest/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data6.provider !== undefined){
if(typeof data6.provider !== "string"){
const err6 = {instancePath:instancePath+"/apis/rest/" + i1+"/provider",schemaPath:"#/properties/apis/properties/rest/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data6.address !== undefined){
if(typeof data6.address !== "string"){
const err7 = {instancePath:instancePath+"/apis/rest/" + i1+"/address",schemaPath:"#/properties/apis/properties/rest/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err8 = {instancePath:instancePath+"/apis/rest/" + i1,schemaPath:"#/properties/apis/properties/rest/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err9 = {instancePath:instancePath+"/apis/rest",schemaPath:"#/properties/apis/properties/rest/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.grpc !== undefined){
let data9 = data0.grpc;
if(Array.isArray(data9)){
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.address === undefined){
const err10 = {instancePath:instancePath+"/apis/grpc/" + i2,schemaPath:"#/properties/apis/properties/grpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data10.provider !== undefined){
if(typeof data10.provider !== "string"){
const err11 = {instancePath:instancePath+"/apis/grpc/" + i2+"/provider",schemaPath:"#/properties/apis/properties/grpc/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data10.address !== undefined){
if(typeof data10.address !== "string"){
const err12 = {instancePath:instancePath+"/apis/grpc/" + i2+"/address",schemaPath:"#/properties/apis/properties/grpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err13 = {instancePath:instancePath+"/apis/grpc/" + i2,schemaPath:"#/properties/apis/properties/grpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err14 = {instancePath:instancePath+"/apis/grpc",schemaPath:"#/properties/apis/properties/grpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data0.wss !== undefined){
let data13 = data0.wss;
if(Array.isArray(data13)){
const len3 = data13.length;
for(let i3=0; i3<len3; i3++){
let data14 = data13[i3];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.address === undefined){
const err15 = {instancePath:instancePath+"/apis/wss/" + i3,schemaPath:"#/properties/apis/properties/wss/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data14.provider !== undefined){
if(typeof data14.provider !== "string"){
const err16 = {instancePath:instancePath+"/apis/wss/" + i3+"/provider",schemaPath:"#/properties/apis/properties/wss/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data14.address !== undefined){
if(typeof data14.address !== "string"){
const err17 = {instancePath:instancePath+"/apis/wss/" + i3+"/address",schemaPath:"#/properties/apis/properties/wss/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/apis/wss/" + i3,schemaPath:"#/properties/apis/properties/wss/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/apis/wss",schemaPath:"#/properties/apis/properties/wss/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data0["grpc-web"] !== undefined){
let data17 = data0["grpc-web"];
if(Array.isArray(data17)){
const len4 = data17.length;
for(let i4=0; i4<len4; i4++){
let data18 = data17[i4];
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.address === undefined){
const err20 = {instancePath:instancePath+"/apis/grpc-web/" + i4,schemaPath:"#/properties/apis/properties/grpc-web/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data18.provider !== undefined){
if(typeof data18.provider !== "string"){
const err21 = {instancePath:instancePath+"/apis/grpc-web/" + i4+"/provider",schemaPath:"#/properties/apis/properties/grpc-web/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data18.address !== undefined){
if(typeof data18.address !== "string"){
const err22 = {instancePath:instancePath+"/apis/grpc-web/" + i4+"/address",schemaPath:"#/properties/apis/properties/grpc-web/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err23 = {instancePath:instancePath+"/apis/grpc-web/" + i4,schemaPath:"#/properties/apis/properties/grpc-web/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/apis/grpc-web",schemaPath:"#/properties/apis/properties/grpc-web/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data0["evm-http-jsonrpc"] !== undefined){
let data21 = data0["evm-http-jsonrpc"];
if(Array.isArray(data21)){
const len5 = data21.length;
for(let i5=0; i5<len5; i5++){
let data22 = data21[i5];
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.address === undefined){
const err25 = {instancePath:instancePath+"/apis/evm-http-jsonrpc/" + i5,schemaPath:"#/properties/apis/properties/evm-http-jsonrpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data22.provider !== undefined){
if(typeof data22.provider !== "string"){
const err26 = {instancePath:instancePath+"/apis/evm-http-jsonrpc/" + i5+"/provider",schemaPath:"#/properties/apis/properties/evm-http-jsonrpc/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data22.address !== undefined){
if(typeof data22.address !== "string"){
const err27 = {instancePath:instancePath+"/apis/evm-http-jsonrpc/" + i5+"/address",schemaPath:"#/properties/apis/properties/evm-http-jsonrpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err28 = {instancePath:instancePath+"/apis/evm-http-jsonrpc/" + i5,schemaPath:"#/properties/apis/properties/evm-http-jsonrpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err29 = {instancePath:instancePath+"/apis/evm-http-jsonrpc",schemaPath:"#/properties/apis/properties/evm-http-jsonrpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data0["json-rpc"] !== undefined){
let data25 = data0["json-rpc"];
if(Array.isArray(data25)){
const len6 = data25.length;
for(let i6=0; i6<len6; i6++){
let data26 = data25[i6];
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(data26.address === undefined){
const err30 = {instancePath:instancePath+"/apis/json-rpc/" + i6,schemaPath:"#/properties/apis/properties/json-rpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data26.provider !== undefined){
if(typeof data26.provider !== "string"){
const err31 = {instancePath:instancePath+"/apis/json-rpc/" + i6+"/provider",schemaPath:"#/properties/apis/properties/json-rpc/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data26.address !== undefined){
if(typeof data26.address !== "string"){
const err32 = {instancePath:instancePath+"/apis/json-rpc/" + i6+"/address",schemaPath:"#/properties/apis/properties/json-rpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/apis/json-rpc/" + i6,schemaPath:"#/properties/apis/properties/json-rpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/apis/json-rpc",schemaPath:"#/properties/apis/properties/json-rpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data0["json-rpc-websocket"] !== undefined){
let data29 = data0["json-rpc-websocket"];
if(Array.isArray(data29)){
const len7 = data29.length;
for(let i7=0; i7<len7; i7++){
let data30 = data29[i7];
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.address === undefined){
const err35 = {instancePath:instancePath+"/apis/json-rpc-websocket/" + i7,schemaPath:"#/properties/apis/properties/json-rpc-websocket/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data30.provider !== undefined){
if(typeof data30.provider !== "string"){
const err36 = {instancePath:instancePath+"/apis/json-rpc-websocket/" + i7+"/provider",schemaPath:"#/properties/apis/properties/json-rpc-websocket/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data30.address !== undefined){
if(typeof data30.address !== "string"){
const err37 = {instancePath:instancePath+"/apis/json-rpc-websocket/" + i7+"/address",schemaPath:"#/properties/apis/properties/json-rpc-websocket/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/apis/json-rpc-websocket/" + i7,schemaPath:"#/properties/apis/properties/json-rpc-websocket/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/apis/json-rpc-websocket",schemaPath:"#/properties/apis/properties/json-rpc-websocket/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/apis",schemaPath:"#/properties/apis/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.peers !== undefined){
let data33 = data.peers;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(data33.persistent_peers !== undefined){
let data34 = data33.persistent_peers;
if(Array.isArray(data34)){
const len8 = data34.length;
for(let i8=0; i8<len8; i8++){
let data35 = data34[i8];
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
if(data35.address === undefined){
const err41 = {instancePath:instancePath+"/peers/persistent_peers/" + i8,schemaPath:"#/properties/peers/properties/persistent_peers/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data35.provider !== undefined){
if(typeof data35.provider !== "string"){
const err42 = {instancePath:instancePath+"/peers/persistent_peers/" + i8+"/provider",schemaPath:"#/properties/peers/properties/persistent_peers/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data35.address !== undefined){
if(typeof data35.address !== "string"){
const err43 = {instancePath:instancePath+"/peers/persistent_peers/" + i8+"/address",schemaPath:"#/properties/peers/properties/persistent_peers/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/peers/persistent_peers/" + i8,schemaPath:"#/properties/peers/properties/persistent_peers/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/peers/persistent_peers",schemaPath:"#/properties/peers/properties/persistent_peers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data33.seeds !== undefined){
let data38 = data33.seeds;
if(Array.isArray(data38)){
const len9 = data38.length;
for(let i9=0; i9<len9; i9++){
let data39 = data38[i9];
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.address === undefined){
const err46 = {instancePath:instancePath+"/peers/seeds/" + i9,schemaPath:"#/properties/peers/properties/seeds/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data39.provider !== undefined){
if(typeof data39.provider !== "string"){
const err47 = {instancePath:instancePath+"/peers/seeds/" + i9+"/provider",schemaPath:"#/properties/peers/properties/seeds/items/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data39.address !== undefined){
if(typeof data39.address !== "string"){
const err48 = {instancePath:instancePath+"/peers/seeds/" + i9+"/address",schemaPath:"#/properties/peers/properties/seeds/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/peers/seeds/" + i9,schemaPath:"#/properties/peers/properties/seeds/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/peers/seeds",schemaPath:"#/properties/peers/properties/seeds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/peers",schemaPath:"#/properties/peers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

