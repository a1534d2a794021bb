const h=3986,m=[3986],u={33986:((r,i,t)=>{t.r(i),t.d(i,{cli:()=>c,dispatch:()=>l});var a=t(14620);const d=`sluice \u2013 a policy-governed Gemini agent, tried without a runner

  sluice run               one run, as the action does it
  sluice replay            replays a recorded run, offline: the same, or where it first goes another way
  sluice policy explain    what policy says of one call, and every rule with why it did or did not match
  sluice policy check      decisions for calls on stdin, one JSON object a line
  sluice policy lint       mistakes, dead rules and dangerous patterns in policy files
  sluice policy test       table tests in TOML
  sluice memory show       the memory files and the text composed of them
  sluice tools list        the tools a model would see here, with the policy's verdict

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`;async function c(n){process.stdout.on("error",s=>process.exit(s.code==="EPIPE"?0:1)),process.exitCode=await l(process.argv.slice(2),{stdin:process.stdin,out:s=>{process.stdout.write(s)},err:s=>{process.stderr.write(s)},cwd:process.cwd(),env:process.env,dist:n})}async function l([n,...s],e){try{switch(n){case"run":return await(await t.e(6554).then(t.bind(t,16554))).runCommand(s,e);case"replay":return await(await Promise.all([t.e(5725),t.e(4280)]).then(t.bind(t,54280))).replayCommand(s,e);case"policy":return await(await t.e(3914).then(t.bind(t,13914))).policyCommand(s,e);case"memory":return await(await t.e(6812).then(t.bind(t,6812))).memoryCommand(s,e);case"tools":return await(await t.e(7420).then(t.bind(t,97420))).toolsCommand(s,e);case void 0:case"help":case"--help":case"-h":return e.out(d),n===void 0?2:0;case"--version":return e.out(`${(await Promise.resolve().then(t.bind(t,58508))).VERSION}
`),0;default:return e.err(`sluice: there is no command "${n}".

${d}`),2}}catch(o){if(!(o instanceof a.yo))throw o;return e.err(`${(0,a.bD)(o)}
`),42}}})};export{h as id,m as ids,u as modules};
