// SPDX-License-Identifier: Apache-2.0
// What Verilator's run-time asks of the system at its start, and Emscripten lacks: each fails.
#include <pthread.h>
#include <sched.h>

#include <cerrno>

extern "C" {

int pthread_getaffinity_np(pthread_t, size_t, cpu_set_t *) { return ENOSYS; }
int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *) { return ENOSYS; }
int sched_getcpu() { return -1; }

}  // extern "C"
