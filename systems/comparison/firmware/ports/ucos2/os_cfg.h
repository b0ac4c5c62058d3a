/* SPDX-License-Identifier: Apache-2.0 */

/* uC/OS-II's options, as a product would set them: no names, statistics or tracing, arguments checked
 * only in tests. UCOS2_KERNEL_ONLY leaves out all services but tasks and time, for the smallest program.
 * Timers are there with FreeRTOS's option for them: their task is woken at each tick. */
#pragma once

#ifdef NDEBUG
    #define OS_ARG_CHK_EN 0u
#else
    #define OS_ARG_CHK_EN 1u
#endif

#ifdef UCOS2_KERNEL_ONLY
    #define UCOS2_SERVICES 0u
#else
    #define UCOS2_SERVICES 1u
#endif

#ifdef configUSE_TIMERS
    #define OS_TMR_EN configUSE_TIMERS
#else
    #define OS_TMR_EN 0u
#endif
#define OS_TIME_TICK_HOOK_EN OS_TMR_EN

#define OS_APP_HOOKS_EN         0u
#define OS_DEBUG_EN             0u
#define OS_EVENT_MULTI_EN       0u
#define OS_EVENT_NAME_EN        0u
#define OS_TICK_STEP_EN         0u
#define OS_TLS_TBL_SIZE         0u
#define OS_TASK_NAME_EN         0u
#define OS_TASK_PROFILE_EN      0u
#define OS_TASK_STAT_EN         0u
#define OS_TASK_STAT_STK_CHK_EN 0u
#define OS_TASK_SW_HOOK_EN      0u
#define OS_FLAG_NAME_EN         0u
#define OS_MEM_NAME_EN          0u
#define OS_TASK_REG_TBL_SIZE    0u
#define OS_TRACE_EN             0u
#define OS_TRACE_API_ENTER_EN   0u
#define OS_TRACE_API_EXIT_EN    0u

#define OS_CPU_HOOKS_EN        1u
#define OS_SCHED_LOCK_EN       1u
#define OS_TASK_CREATE_EN      1u
#define OS_TASK_CREATE_EXT_EN  1u
#define OS_TASK_CHANGE_PRIO_EN 1u
#define OS_TASK_DEL_EN         1u
#define OS_TASK_QUERY_EN       1u
#define OS_TASK_SUSPEND_EN     1u
#define OS_TIME_DLY_HMSM_EN    1u
#define OS_TIME_DLY_RESUME_EN  1u
#define OS_TIME_GET_SET_EN     1u

#define OS_FLAG_EN            UCOS2_SERVICES
#define OS_FLAG_ACCEPT_EN     UCOS2_SERVICES
#define OS_FLAG_DEL_EN        UCOS2_SERVICES
#define OS_FLAG_QUERY_EN      UCOS2_SERVICES
#define OS_FLAG_WAIT_CLR_EN   UCOS2_SERVICES
#define OS_MBOX_EN            UCOS2_SERVICES
#define OS_MBOX_ACCEPT_EN     UCOS2_SERVICES
#define OS_MBOX_DEL_EN        UCOS2_SERVICES
#define OS_MBOX_PEND_ABORT_EN UCOS2_SERVICES
#define OS_MBOX_POST_EN       UCOS2_SERVICES
#define OS_MBOX_POST_OPT_EN   UCOS2_SERVICES
#define OS_MBOX_QUERY_EN      UCOS2_SERVICES
#define OS_MEM_EN             UCOS2_SERVICES
#define OS_MEM_QUERY_EN       UCOS2_SERVICES
#define OS_MUTEX_EN           UCOS2_SERVICES
#define OS_MUTEX_ACCEPT_EN    UCOS2_SERVICES
#define OS_MUTEX_DEL_EN       UCOS2_SERVICES
#define OS_MUTEX_QUERY_EN     UCOS2_SERVICES
#define OS_Q_EN               UCOS2_SERVICES
#define OS_Q_ACCEPT_EN        UCOS2_SERVICES
#define OS_Q_DEL_EN           UCOS2_SERVICES
#define OS_Q_FLUSH_EN         UCOS2_SERVICES
#define OS_Q_PEND_ABORT_EN    UCOS2_SERVICES
#define OS_Q_POST_EN          UCOS2_SERVICES
#define OS_Q_POST_FRONT_EN    UCOS2_SERVICES
#define OS_Q_POST_OPT_EN      UCOS2_SERVICES
#define OS_Q_QUERY_EN         UCOS2_SERVICES
#define OS_SEM_EN             UCOS2_SERVICES
#define OS_SEM_ACCEPT_EN      UCOS2_SERVICES
#define OS_SEM_DEL_EN         UCOS2_SERVICES
#define OS_SEM_PEND_ABORT_EN  UCOS2_SERVICES
#define OS_SEM_QUERY_EN       UCOS2_SERVICES
#define OS_SEM_SET_EN         UCOS2_SERVICES

#define OS_LOWEST_PRIO           63u
#define OS_MAX_EVENTS            24u
#define OS_MAX_FLAGS             4u
#define OS_MAX_MEM_PART          4u
#define OS_MAX_QS                8u
#define OS_MAX_TASKS             28u
#define OS_TICKS_PER_SEC         1000u
#define OS_TASK_TMR_STK_SIZE     128u
#define OS_TASK_STAT_STK_SIZE    128u
#define OS_TASK_IDLE_STK_SIZE    128u
#define OS_FLAGS_NBITS           16u
#define OS_TMR_CFG_MAX           20u
#define OS_TMR_CFG_NAME_EN       0u
#define OS_TMR_CFG_WHEEL_SIZE    8u
#define OS_TMR_CFG_TICKS_PER_SEC OS_TICKS_PER_SEC
