const u=986,m=[986],y={3986:((h,i,t)=>{t.r(i),t.d(i,{cli:()=>a});var c=t(4620);const d=`sluice \u2013 a policy-governed Gemini agent, tried without a runner

  sluice run               one run, as the action does it
  sluice policy explain    what policy says of one call, and every rule with why it did or did not match
  sluice policy check      decisions for calls on stdin, one JSON object a line
  sluice policy lint       mistakes, dead rules and dangerous patterns in policy files
  sluice policy test       table tests in TOML
  sluice memory show       the memory files and the text composed of them
  sluice tools list        the tools a model would see here, with the policy's verdict

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`;async function a(n){process.stdout.on("error",e=>process.exit(e.code==="EPIPE"?0:1)),process.exitCode=await r(process.argv.slice(2),n)}async function r([n,...e],l){const o={stdin:process.stdin,out:s=>{process.stdout.write(s)},err:s=>{process.stderr.write(s)},cwd:process.cwd(),env:process.env,dist:l};try{switch(n){case"run":return await(await t.e(994).then(t.bind(t,1994))).runCommand(e,o);case"policy":return await(await t.e(150).then(t.bind(t,2150))).policyCommand(e,{...o,policiesDir:`${l}/policies`});case"memory":return await(await t.e(812).then(t.bind(t,6812))).memoryCommand(e,o);case"tools":return await(await t.e(524).then(t.bind(t,5524))).toolsCommand(e,o);case void 0:case"help":case"--help":case"-h":return o.out(d),n===void 0?2:0;case"--version":return o.out(`${(await Promise.resolve().then(t.bind(t,8508))).VERSION}
`),0;default:return o.err(`sluice: there is no command "${n}".

${d}`),2}}catch(s){if(!(s instanceof c.UserError))throw s;return o.err(`${(0,c.b)(s)}
`),42}}})};export{u as id,m as ids,y as modules};
