const m=3986,u=[3986],y={33986:((h,i,t)=>{t.r(i),t.d(i,{cli:()=>d});var a=t(14620);const l=`sluice \u2013 a policy-governed Gemini agent, tried without a runner

  sluice run               one run, as the action does it
  sluice replay            replays a recorded run, offline: the same, or where it first goes another way
  sluice policy explain    what policy says of one call, and every rule with why it did or did not match
  sluice policy check      decisions for calls on stdin, one JSON object a line
  sluice policy lint       mistakes, dead rules and dangerous patterns in policy files
  sluice policy test       table tests in TOML
  sluice memory show       the memory files and the text composed of them
  sluice tools list        the tools a model would see here, with the policy's verdict

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`;async function d(n){process.stdout.on("error",s=>process.exit(s.code==="EPIPE"?0:1)),process.exitCode=await r(process.argv.slice(2),n)}async function r([n,...s],c){const o={stdin:process.stdin,out:e=>{process.stdout.write(e)},err:e=>{process.stderr.write(e)},cwd:process.cwd(),env:process.env,dist:c};try{switch(n){case"run":return await(await t.e(6554).then(t.bind(t,16554))).runCommand(s,o);case"replay":return await(await Promise.all([t.e(5725),t.e(9744)]).then(t.bind(t,49744))).replayCommand(s,o);case"policy":return await(await t.e(2150).then(t.bind(t,42150))).policyCommand(s,{...o,policiesDir:`${c}/policies`});case"memory":return await(await t.e(6812).then(t.bind(t,6812))).memoryCommand(s,o);case"tools":return await(await t.e(7420).then(t.bind(t,97420))).toolsCommand(s,o);case void 0:case"help":case"--help":case"-h":return o.out(l),n===void 0?2:0;case"--version":return o.out(`${(await Promise.resolve().then(t.bind(t,58508))).VERSION}
`),0;default:return o.err(`sluice: there is no command "${n}".

${l}`),2}}catch(e){if(!(e instanceof a.yo))throw e;return o.err(`${(0,a.bD)(e)}
`),42}}})};export{m as id,u as ids,y as modules};
