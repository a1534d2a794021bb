const f=986,y=[986],P={33986:(function(c,d,t){t.r(d),t.d(d,{cli:()=>h,dispatch:()=>a});var i=t(34779);const m=`sluice \u2013 run and check the policy-governed Gemini agent without a runner

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
`;async function h(o){process.stdout.on("error",function(s){return process.exit(s.code==="EPIPE"?0:1)}),process.exitCode=await a(process.argv.slice(2),{stdin:process.stdin,out:s=>{process.stdout.write(s)},err:s=>{process.stderr.write(s)},cwd:process.cwd(),env:process.env,dist:o})}async function a([o,...s],n){try{switch(o){case"run":return await(await Promise.all([t.e(876),t.e(599)]).then(t.bind(t,81599))).runCommand(s,{...n,startRun:(await Promise.resolve().then(t.bind(t,6620))).startRun});case"replay":return await(await Promise.all([t.e(298),t.e(495),t.e(745),t.e(873),t.e(892),t.e(609),t.e(19),t.e(170),t.e(252)]).then(t.bind(t,16252))).replayCommand(s,n);case"policy":return await(await Promise.all([t.e(298),t.e(873),t.e(892),t.e(609),t.e(127)]).then(t.bind(t,27127))).policyCommand(s,n);case"init":return await(await Promise.all([t.e(815),t.e(142)]).then(t.bind(t,39142))).initCommand(s,n);case"import":return await(await Promise.all([t.e(815),t.e(892),t.e(276),t.e(993)]).then(t.bind(t,30993))).importCommand(s,n);case"doctor":return await(await Promise.all([t.e(815),t.e(892),t.e(276),t.e(586)]).then(t.bind(t,62586))).doctorCommand(s,n);case"simulate":return await(await Promise.all([t.e(298),t.e(815),t.e(421),t.e(495),t.e(438),t.e(873),t.e(892),t.e(609),t.e(309),t.e(19),t.e(932),t.e(442),t.e(876),t.e(401)]).then(t.bind(t,23401))).simulateCommand(s,n);case"report":return await(await t.e(803).then(t.bind(t,73803))).reportCommand(s,n);case"memory":return await(await Promise.all([t.e(298),t.e(873),t.e(812)]).then(t.bind(t,6812))).memoryCommand(s,n);case"tools":return await(await Promise.all([t.e(298),t.e(815),t.e(495),t.e(873),t.e(892),t.e(609),t.e(19),t.e(932),t.e(101)]).then(t.bind(t,59101))).toolsCommand(s,n);case void 0:case"help":case"--help":case"-h":return n.out(m),o===void 0?2:0;case"--version":return n.out(`${(await Promise.resolve().then(t.bind(t,87538))).VERSION}
`),0;default:return n.err(`sluice: there is no command "${o}".

${m}`),2}}catch(l){if(!(l instanceof i.yo))throw l;return n.err(`${(0,i.bD)(l)}
`),42}}})};export{f as id,y as ids,P as modules};
