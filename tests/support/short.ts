/** Whether the tests are those that `npm test` has time for. */
export const IS_SHORT = process.env["UNIT_TESTS"] === "short";
