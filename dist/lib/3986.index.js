const y=3986,P=[3986],v={33986:(function(f,d,t){t.r(d),t.d(d,{cli:()=>a,dispatch:()=>i});var m=t(34779);const h=`sluice \u2013 run and check the policy-governed Gemini agent without a runner

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
`;async function a(o){process.stdout.on("error",function(s){return process.exit(s.code==="EPIPE"?0:1)}),process.exitCode=await i(process.argv.slice(2),{stdin:process.stdin,out:s=>{process.stdout.write(s)},err:s=>{process.stderr.write(s)},cwd:process.cwd(),env:process.env,dist:o})}async function i([o,...s],n){try{switch(o){case"run":return await(await Promise.all([t.e(5783),t.e(8711),t.e(1599)]).then(t.bind(t,81599))).runCommand(s,{...n,startRun:(await Promise.resolve().then(t.bind(t,79605))).startRun});case"replay":return await(await Promise.all([t.e(3292),t.e(5725),t.e(5783),t.e(7317),t.e(8656),t.e(6873),t.e(9382),t.e(4191),t.e(2252),t.e(2295),t.e(8711),t.e(6609)]).then(t.bind(t,16252))).replayCommand(s,n);case"policy":return await(await Promise.all([t.e(3292),t.e(5783),t.e(7317),t.e(8656),t.e(6873),t.e(2029),t.e(7790),t.e(7127)]).then(t.bind(t,27127))).policyCommand(s,n);case"init":return await(await Promise.all([t.e(8815),t.e(5783),t.e(9142)]).then(t.bind(t,39142))).initCommand(s,n);case"import":return await(await Promise.all([t.e(3292),t.e(8815),t.e(5783),t.e(7317),t.e(2029),t.e(7790),t.e(8276),t.e(993)]).then(t.bind(t,30993))).importCommand(s,n);case"doctor":return await(await Promise.all([t.e(3292),t.e(8815),t.e(5783),t.e(7317),t.e(2029),t.e(7790),t.e(8276),t.e(2586)]).then(t.bind(t,62586))).doctorCommand(s,n);case"simulate":return await(await Promise.all([t.e(3292),t.e(8815),t.e(5277),t.e(5783),t.e(7317),t.e(8656),t.e(6873),t.e(9382),t.e(4191),t.e(2252),t.e(8377),t.e(5488),t.e(5622),t.e(4413),t.e(52)]).then(t.bind(t,23401))).simulateCommand(s,n);case"report":return await(await Promise.all([t.e(5783),t.e(3803)]).then(t.bind(t,73803))).reportCommand(s,n);case"memory":return await(await Promise.all([t.e(3292),t.e(5783),t.e(7317),t.e(8656),t.e(6873),t.e(6812)]).then(t.bind(t,6812))).memoryCommand(s,n);case"tools":return await(await Promise.all([t.e(3292),t.e(5783),t.e(7317),t.e(8656),t.e(6873),t.e(9382),t.e(4191),t.e(5488),t.e(8040)]).then(t.bind(t,42607))).toolsCommand(s,n);case void 0:case"help":case"--help":case"-h":return n.out(h),o===void 0?2:0;case"--version":return n.out(`${(await Promise.resolve().then(t.bind(t,87538))).VERSION}
`),0;default:return n.err(`sluice: there is no command "${o}".

${h}`),2}}catch(l){if(!(l instanceof m.yo))throw l;return n.err(`${(0,m.bD)(l)}
`),42}}})};export{y as id,P as ids,v as modules};
