// How the server is started so that it takes little memory, as in deploy/ too (decisions 0029 and 0034).

/** Arguments of Node. The second lets the server collect what large files leave behind. */
export const memoryFlags = ['--max-semi-space-size=4', '--expose-gc'];

/** Of glibc, which reads them when the process begins: blocks this large are given back when they are freed. */
export const memorySettings = { MALLOC_MMAP_THRESHOLD_: '131072' };
