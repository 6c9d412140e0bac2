// How the server is started so that it takes little memory, as in deploy/ too (decision 0006).

/** Arguments of Node; the last lets the server collect what large files leave behind (decision 0006). */
export const memoryFlags = ['--max-semi-space-size=8', '--expose-gc'];

/** Of glibc, which reads them when the process begins: blocks this large are given back when they are freed. */
export const memorySettings = { MALLOC_MMAP_THRESHOLD_: '131072' };
