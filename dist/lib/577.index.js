export const id = 577;
export const ids = [577];
export const modules = {

/***/ 6577:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cli: () => (/* binding */ cli)
/* harmony export */ });
/* harmony import */ var _host_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9727);

const HELP = `sluice – a policy-governed Gemini agent, tried without a runner

  sluice run               one run, as the action does it
  sluice policy explain    what policy says of one call, and every rule with why it did or did not match
  sluice policy check      decisions for calls on stdin, one JSON object a line
  sluice policy lint       mistakes, dead rules and dangerous patterns in policy files
  sluice policy test       table tests in TOML
  sluice memory show       the memory files and the text composed of them
  sluice tools list        the tools a model would see here, with the policy's verdict

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`;
/** Starts the command line. `dist` is the folder dist/ lies in. */
async function cli(dist) {
    // A reader that has seen enough (`| head`) is no mistake.
    process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
    process.exitCode = await dispatch(process.argv.slice(2), dist);
}
async function dispatch([command, ...rest], dist) {
    const io = {
        stdin: process.stdin,
        out: (text) => void process.stdout.write(text),
        err: (text) => void process.stderr.write(text),
        cwd: process.cwd(),
        env: process.env,
        dist,
    };
    try {
        switch (command) {
            case 'run':
                return await (await __webpack_require__.e(/* import() */ 885).then(__webpack_require__.bind(__webpack_require__, 3885))).runCommand(rest, io);
            case 'policy':
                return await (await __webpack_require__.e(/* import() */ 622).then(__webpack_require__.bind(__webpack_require__, 1622))).policyCommand(rest, {
                    ...io,
                    policiesDir: `${dist}/policies`,
                });
            case 'memory':
                return await (await __webpack_require__.e(/* import() */ 943).then(__webpack_require__.bind(__webpack_require__, 2943))).memoryCommand(rest, io);
            case 'tools':
                return await (await __webpack_require__.e(/* import() */ 25).then(__webpack_require__.bind(__webpack_require__, 8025))).toolsCommand(rest, io);
            case undefined:
            case 'help':
            case '--help':
            case '-h':
                io.out(HELP);
                return command === undefined ? 2 : 0;
            case '--version': {
                io.out(`${(await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 3887))).VERSION}\n`);
                return 0;
            }
            default:
                io.err(`sluice: there is no command "${command}".\n\n${HELP}`);
                return 2;
        }
    }
    catch (error) {
        if (!(error instanceof _host_errors_js__WEBPACK_IMPORTED_MODULE_0__.UserError))
            throw error;
        io.err(`${(0,_host_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .b)(error)}\n`);
        return 42;
    }
}


/***/ })

};
