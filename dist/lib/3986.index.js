const h=3986,r=[3986],u={33986:((m,i,t)=>{t.r(i),t.d(i,{cli:()=>c,dispatch:()=>e});var a=t(34779);const d=`sluice \u2013 run and check the policy-governed Gemini agent without a runner

  sluice run               run the action locally
  sluice replay            replay a recorded run offline, and report the first divergence
  sluice policy explain    explain the decision on one call, rule by rule
  sluice policy check      decide calls from stdin, one JSON object a line
  sluice policy lint       find mistakes and doubtful rules in policy files
  sluice policy test       run test files with calls and expected decisions
  sluice init              write workflows, a starting policy and its tests
  sluice import            convert workflows of run-gemini-cli
  sluice doctor            find what is wrong or unsafe in workflows, settings and policies
  sluice simulate          show what each event starts, with which trust, tools, rules and limits
  sluice report            sum up recorded runs: outcomes, denials, cost per result
  sluice memory show       show the memory files and the text that the model gets
  sluice tools list        list the tools that a model would see here, with the policy's verdict

Each command takes --help. Exit codes: 0 success, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`;async function c(o){process.stdout.on("error",s=>process.exit(s.code==="EPIPE"?0:1)),process.exitCode=await e(process.argv.slice(2),{stdin:process.stdin,out:s=>{process.stdout.write(s)},err:s=>{process.stderr.write(s)},cwd:process.cwd(),env:process.env,dist:o})}async function e([o,...s],n){try{switch(o){case"run":return await(await t.e(1599).then(t.bind(t,81599))).runCommand(s,{...n,startRun:(await Promise.resolve().then(t.bind(t,844))).startRun});case"replay":return await(await Promise.all([t.e(5725),t.e(6252)]).then(t.bind(t,16252))).replayCommand(s,n);case"policy":return await(await t.e(7127).then(t.bind(t,27127))).policyCommand(s,n);case"init":return await(await Promise.all([t.e(8815),t.e(9142)]).then(t.bind(t,39142))).initCommand(s,n);case"import":return await(await Promise.all([t.e(8815),t.e(8276),t.e(993)]).then(t.bind(t,30993))).importCommand(s,n);case"doctor":return await(await Promise.all([t.e(8815),t.e(8276),t.e(2586)]).then(t.bind(t,62586))).doctorCommand(s,n);case"simulate":return await(await Promise.all([t.e(8815),t.e(438),t.e(4413),t.e(3401)]).then(t.bind(t,23401))).simulateCommand(s,n);case"report":return await(await t.e(3803).then(t.bind(t,73803))).reportCommand(s,n);case"memory":return await(await t.e(6812).then(t.bind(t,6812))).memoryCommand(s,n);case"tools":return await(await t.e(2607).then(t.bind(t,42607))).toolsCommand(s,n);case void 0:case"help":case"--help":case"-h":return n.out(d),o===void 0?2:0;case"--version":return n.out(`${(await Promise.resolve().then(t.bind(t,87538))).VERSION}
`),0;default:return n.err(`sluice: there is no command "${o}".

${d}`),2}}catch(l){if(!(l instanceof a.yo))throw l;return n.err(`${(0,a.bD)(l)}
`),42}}})};export{h as id,r as ids,u as modules};
