export const id = 986;
export const ids = [986];
export const modules = {

/***/ 3986:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cli: () => (/* binding */ cli)
/* harmony export */ });
/* harmony import */ var _host_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4620);

const HELP = `sluice – a policy-governed Gemini agent, tried without a runner

  sluice run               one run, as the action does it
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
                return await (await __webpack_require__.e(/* import() */ 994).then(__webpack_require__.bind(__webpack_require__, 1994))).runCommand(rest, io);
            case 'memory':
                return await (await __webpack_require__.e(/* import() */ 812).then(__webpack_require__.bind(__webpack_require__, 6812))).memoryCommand(rest, io);
            case 'tools':
                return await (await __webpack_require__.e(/* import() */ 524).then(__webpack_require__.bind(__webpack_require__, 5524))).toolsCommand(rest, io);
            case undefined:
            case 'help':
            case '--help':
            case '-h':
                io.out(HELP);
                return command === undefined ? 2 : 0;
            case '--version': {
                io.out(`${(await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 8508))).VERSION}\n`);
                return 0;
            }
            default:
                io.err(`sluice: there is no command "${command}".\n\n${HELP}`);
                return 2;
        }
    }
    catch (error) {
        if (!(error instanceof _host_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .y))
            throw error;
        io.err(`${(0,_host_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .b)(error)}\n`);
        return 42;
    }
}


/***/ })

};
