/** The test asks for something that this runner, or the driver it uses, does not know. */
export class Unjudged extends Error {}
