export const id = 986;
export const ids = [986];
export const modules = {

/***/ 33986:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cli: () => (/* binding */ cli),
/* harmony export */   dispatch: () => (/* binding */ dispatch)
/* harmony export */ });
/* harmony import */ var _action_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(10994);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34779);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(87538);



const HELP = `sluice – run and check the policy-governed Gemini agent without a runner

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
`;
async function cli(dist) {
    process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
    const exit = dispatch(process.argv.slice(2), {
        stdin: process.stdin,
        out: (text) => void process.stdout.write(text),
        err: (text) => void process.stderr.write(text),
        cwd: process.cwd(),
        env: process.env,
        dist,
    });
    process.exitCode = await exit.catch((error) => {
        process.stderr.write(`This is a bug. Report it: ${ISSUES}\n${error instanceof Error ? error.stack : String(error)}\n`);
        return 1;
    });
}
const ISSUES = 'https://github.com/sluice-agent/sluice/issues';
async function dispatch([command, ...rest], io) {
    try {
        switch (command) {
            case 'run':
                return await (await Promise.all(/* import() */[__webpack_require__.e(599), __webpack_require__.e(258)]).then(__webpack_require__.bind(__webpack_require__, 3258))).runCommand(rest, { ...io, startRun: _action_js__WEBPACK_IMPORTED_MODULE_0__/* .startRun */ .AD });
            case 'replay':
                return await (await Promise.all(/* import() */[__webpack_require__.e(179), __webpack_require__.e(873), __webpack_require__.e(639), __webpack_require__.e(274), __webpack_require__.e(79)]).then(__webpack_require__.bind(__webpack_require__, 83079))).replayCommand(rest, io);
            case 'policy':
                return await (await Promise.all(/* import() */[__webpack_require__.e(179), __webpack_require__.e(873), __webpack_require__.e(639), __webpack_require__.e(207)]).then(__webpack_require__.bind(__webpack_require__, 64207))).policyCommand(rest, io);
            case 'init':
                return await (await Promise.all(/* import() */[__webpack_require__.e(281), __webpack_require__.e(713)]).then(__webpack_require__.bind(__webpack_require__, 90713))).initCommand(rest, io);
            case 'import':
                return await (await Promise.all(/* import() */[__webpack_require__.e(774), __webpack_require__.e(668)]).then(__webpack_require__.bind(__webpack_require__, 54124))).importCommand(rest, io);
            case 'doctor':
                return await (await Promise.all(/* import() */[__webpack_require__.e(281), __webpack_require__.e(22), __webpack_require__.e(179), __webpack_require__.e(295), __webpack_require__.e(774), __webpack_require__.e(300)]).then(__webpack_require__.bind(__webpack_require__, 72300))).doctorCommand(rest, io);
            case 'simulate':
                return await (await Promise.all(/* import() */[__webpack_require__.e(281), __webpack_require__.e(22), __webpack_require__.e(179), __webpack_require__.e(873), __webpack_require__.e(639), __webpack_require__.e(274), __webpack_require__.e(268), __webpack_require__.e(561), __webpack_require__.e(599), __webpack_require__.e(295), __webpack_require__.e(326)]).then(__webpack_require__.bind(__webpack_require__, 78326))).simulateCommand(rest, io);
            case 'report':
                return await (await __webpack_require__.e(/* import() */ 805).then(__webpack_require__.bind(__webpack_require__, 43805))).reportCommand(rest, io);
            case 'memory':
                return await (await Promise.all(/* import() */[__webpack_require__.e(179), __webpack_require__.e(873), __webpack_require__.e(639), __webpack_require__.e(812)]).then(__webpack_require__.bind(__webpack_require__, 6812))).memoryCommand(rest, io);
            case 'tools':
                return await (await Promise.all(/* import() */[__webpack_require__.e(179), __webpack_require__.e(873), __webpack_require__.e(639), __webpack_require__.e(274), __webpack_require__.e(268), __webpack_require__.e(561), __webpack_require__.e(992), __webpack_require__.e(524)]).then(__webpack_require__.bind(__webpack_require__, 15524))).toolsCommand(rest, io);
            case undefined:
            case 'help':
            case '--help':
            case '-h':
                io.out(HELP);
                return command === undefined ? 2 : 0;
            case '--version': {
                io.out(`${_platform_version_js__WEBPACK_IMPORTED_MODULE_2__/* .VERSION */ .xv}\n`);
                return 0;
            }
            default:
                io.err(`sluice: there is no command "${command}".\n\n${HELP}`);
                return 2;
        }
    }
    catch (error) {
        if (!(error instanceof _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .UserError */ .yo))
            throw error;
        io.err(`${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error)}\n`);
        return 42;
    }
}


/***/ })

};
