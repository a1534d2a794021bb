export const id = 185;
export const ids = [185];
export const modules = {

/***/ 4185:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   finishPending: () => (/* binding */ finishPending)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(119);
/* harmony import */ var _delivery_deliver_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9586);
/* harmony import */ var _github_client_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1620);
/* harmony import */ var _host_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9727);




const Pending = zod__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr(), key: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), run: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), runUrl: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().optional() });
/** Replaces the comment that still says "working". A failure is said in the log; the job has failed already. */
async function finishPending(pending, env, address, runner) {
    try {
        const { runUrl, ...rest } = Pending.parse(JSON.parse(pending));
        const token = env.INPUT_GITHUB_TOKEN ?? '';
        const github = (0,_github_client_js__WEBPACK_IMPORTED_MODULE_1__/* .connectGitHub */ .U)({ ...address, repository: env.GITHUB_REPOSITORY ?? '', token, notice: runner.log });
        const replaced = await (0,_delivery_deliver_js__WEBPACK_IMPORTED_MODULE_0__/* .finishAbandoned */ .uB)(runUrl === undefined ? rest : { ...rest, runUrl }, github);
        if (replaced)
            runner.log('The comment that said "working" now says that the run was stopped.');
    }
    catch (error) {
        runner.annotate('warning', `The comment that says "working" could not be finished: ${(0,_host_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .messageOf */ .b)(error)}`);
    }
}


/***/ })

};
