require("./rolldown-runtime-Dys5AXB2.cjs");const require_base=require("./base-CPCfhbsA.cjs"),require_start=require("./start-BHXkaQ-E.cjs"),require_engine=require("./engine-BhP_azxX.cjs"),writers={bash:writeBash,zsh:e=>`(( $+functions[compdef] )) || { autoload -U compinit && compinit; }
autoload -U bashcompinit && bashcompinit\n${writeBash(e)}`,fish:writeFish},shells=Object.keys(writers);async function runCompletion(e,t,n){let r=Object.hasOwn(writers,e)?writers[e]:void 0;if(r===void 0)throw new require_start.C([`"${e}" is none of ${shells.join(`, `)}`]);return await require_start.v(n.stdout,r(listCommands(t))),require_start.T.ok}function listCommands(e){let t=[...e.commands.map(e=>e.name()),`help`],n=require_engine.c.map(({code:e})=>e),r=n.map(e=>e.replace(/\/.*/,``)),i={explain:[...n,...new Set(r),`exit-codes`],query:require_start.f.map(({name:e})=>require_start.m(e)),completion:shells,help:t},a={"--only":require_base.d.map(({kind:e})=>e),"--reporter":Object.keys(require_base.u),"--fail-on":require_start.E,"--sort":require_start.d,"--token-type":require_start.p};return[...e.commands.map(e=>({name:e.name(),description:e.description(),words:i[e.name()]??[],options:e.createHelp().visibleOptions(e).map(({long:e,description:t,required:n})=>({long:e??``,description:t,words:n?a[e??``]??[]:null}))})),{name:`help`,description:`print the help of a command`,words:t,options:[]}]}function writeBash(e){let t=new Map;for(let{long:n,words:r}of e.flatMap(({options:e})=>e)){if(r===null)continue;let e=r.join(` `);t.set(e,(t.get(e)??new Set).add(`*' ${n}'`))}let n=[...[...t].map(([e,t])=>`    ${[...t].join(`|`)}) words='${e}' ;;`),...e.filter(e=>e.words.length>0).map(e=>`    '${e.name} ${e.name}') words='${e.words.join(` `)}' ;;`),`    ' '*) words='${e.map(({name:e})=>e).join(` `)}' ;;`],r=e.map(({name:e,options:t},n)=>`      ${n===0?`${e}|''`:e}) words='${t.map(({long:e})=>e).join(` `)}' ;;`);return`_endpoint_check() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' words='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
      ${e.map(({name:e})=>e).join(`|`)}) command=\${COMP_WORDS[at]}; break ;;
    esac
  done
  case "$command $previous" in
${n.join(`
`)}
  esac
  case $current in
    -*) case $command in
${r.join(`
`)}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _endpoint_check endpoint-check
`}function writeFish(e){let t=e=>`'${e.replaceAll(/[\\']/g,`\\$&`)}'`,[,...n]=e.map(({name:e})=>e);return e.flatMap(({name:e,description:r,words:i,options:a},o)=>{let s=`__fish_seen_subcommand_from ${e}`,c=o===0?`not __fish_seen_subcommand_from ${n.join(` `)}`:s;return[`-n __fish_use_subcommand -a ${e} -d ${t(r)}`,...i.length>0?[`-n ${t(`${s}; and __fish_prev_arg_in ${e}`)} -f -a ${t(i.join(` `))}`]:[],...a.map(e=>{let n=e.words?.length===0?`-r`:`-x`,r=e.words===null?``:` ${n} -a ${t(e.words.join(` `))}`;return`-n ${t(c)} -l ${e.long.slice(2)}${r} -d ${t(e.description)}`})]}).map(e=>`complete -c endpoint-check ${e}\n`).join(``)}exports.runCompletion=runCompletion;