// Loaded into the server by start.mjs: when the starting process disappears, stop as if asked to.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
