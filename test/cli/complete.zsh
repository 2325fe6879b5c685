# Prints what an interactive zsh that has read the script $1 offers at the end of the line $2. $OFFERED is a file to write to.
zmodload zsh/zpty
: > $OFFERED
zpty shell zsh -f -i
zpty -w shell "PROMPT= HISTFILE=; source ${(q)1}"
# compadd takes what completion finds; with -O, -A or -D it only reports which words would match.
zpty -w shell '
compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    local -a offered
    builtin compadd -O offered "$@"
    print -rl -- $offered >> $OFFERED
  fi
  builtin compadd "$@"
}
tell() { zle complete-word; print COMPLETED }
zle -N tell
bindkey "^I" tell
print REA""DY
'
zpty -r shell ignored '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r shell ignored '*COMPLETED*'
zpty -d shell
cat $OFFERED
