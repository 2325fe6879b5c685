/** What each colour is for. All texts have a contrast of 4.5 or more with what they stand on, bars of 3 or more. */
export const styleColors = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --band: #f4f6f8; --mark: #fff6d6; --line: #d9dee3; --edge: #7d8791;
  --text: #1c2126; --faint: #57606a; --link: #0a56a8;
  --bad: #b3201b; --doubtful: #8a5300; --good: #17693a; --calm: #57606a;
  --dns: #8250c4; --connect: #2478b8; --tls: #b8630f; --first-byte: #23834f; --rest: #848d97;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --band: #1d2227; --mark: #3a3215; --line: #343b43; --edge: #77828d;
    --text: #e3e7eb; --faint: #a3adb8; --link: #86b8f8;
    --bad: #ff8a80; --doubtful: #eeb54d; --good: #6ecb8b; --calm: #a3adb8;
    --dns: #b48ef0; --connect: #58a6e0; --tls: #e8974a; --first-byte: #4fb87c; --rest: #7f8993;
  }
}
@media print {
  :root { color-scheme: light; }
}
.fail, .invalid, .error { --tone: var(--bad); }
.inconclusive, .warning { --tone: var(--doubtful); }
.pass { --tone: var(--good); }
.skipped, .notice { --tone: var(--calm); }
b, .counts dd, .groups td { color: var(--tone, inherit); }
rect { fill: var(--tone); }
.dns { --tone: var(--dns); }
.connect { --tone: var(--connect); }
.tls { --tone: var(--tls); }
.firstByte { --tone: var(--first-byte); }
.rest { --tone: var(--rest); }
`;
