/* SPDX-License-Identifier: Apache-2.0 */

/* Members of every kernel's task control block; part of the structure. Tasks' states, priorities and
 * lists are the kernels' own. */
StackType_t * pxStack;                     /**< Start of the stack. */
char pcTaskName[ configMAX_TASK_NAME_LEN ];

#if ( configRECORD_STACK_HIGH_ADDRESS == 1 )
StackType_t * pxEndOfStack;            /**< Highest valid address of the stack. */
#endif

#if ( configUSE_TRACE_FACILITY == 1 )
UBaseType_t uxTCBNumber;               /**< Counts creations, for debuggers. */
UBaseType_t uxTaskNumber;              /**< For trace tools. */
#endif

#if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_CORE_AFFINITY == 1 )
UBaseType_t uxCoreAffinityMask;        /**< The cores that the task may run on, a bit each. */
#endif

#if ( configUSE_APPLICATION_TASK_TAG == 1 )
TaskHookFunction_t pxTaskTag;
#endif

#if ( isochronRUN_TIMES_IN_SOFTWARE == 1 )
configRUN_TIME_COUNTER_TYPE ulRunTimeCounter; /**< What the task ran up to the last switch. */
#endif

#if ( configUSE_POSIX_ERRNO == 1 )
int iTaskErrno;                        /**< FreeRTOS_errno of a task that does not run. */
#endif

#if ( configUSE_C_RUNTIME_TLS_SUPPORT == 1 )
configTLS_BLOCK_TYPE xTLSBlock;        /**< The C library's thread-local storage. */
#endif

#if ( configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0 )
void * pvThreadLocalStoragePointers[ configNUM_THREAD_LOCAL_STORAGE_POINTERS ];
#endif

#if ( tskSTATIC_AND_DYNAMIC_ALLOCATION_POSSIBLE != 0 )
uint8_t ucStaticallyAllocated;         /**< pdTRUE when the application owns the memory. */
#endif
