/**
 * `used`: a code that was accepted before, or typed when none was valid. It is refused like a wrong one, but is no guess: a client
 * that sends a code several times must not make its owner wait.
 */
export type CodeCheck = 'accepted' | 'used' | 'wrong';
