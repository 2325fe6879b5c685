/** What each exit status means, for `--help` and `explain exit-codes`. */
export const exitStatusText = `Exit status:
  0    nothing at or above --fail-on
  1    findings at or above --fail-on (<kind> <address> without --fail-on: one
       that does not pass; query, add, smoke: the call or check failed;
       query --all: or the list is incomplete)
  2    usage error, including a path that does not exist and a registry in
       which nothing is found
  3    the program itself failed
  130  interrupted (what is known is still reported, marked "interrupted")
`;
