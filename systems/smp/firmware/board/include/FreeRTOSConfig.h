/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS on several cores: what has to do with cores. All else is as on one core. */
#pragma once

#define configBOARD_CORES configNUMBER_OF_CORES

/* With the hardware kernel: what needs its parameter Affinity only if it is asked for. */
#if defined( configUSE_HW_ACCELERATION ) && ( configUSE_HW_ACCELERATION == 1 )
    #ifndef configUSE_CORE_AFFINITY
        #define configUSE_CORE_AFFINITY 0
    #endif
    #ifndef configUSE_TASK_PREEMPTION_DISABLE
        #define configUSE_TASK_PREEMPTION_DISABLE 0
    #endif
#endif

#ifndef configRUN_MULTIPLE_PRIORITIES
    #define configRUN_MULTIPLE_PRIORITIES 1
#endif
#ifndef configUSE_CORE_AFFINITY
    #define configUSE_CORE_AFFINITY 1
#endif
#ifndef configUSE_TASK_PREEMPTION_DISABLE
    #define configUSE_TASK_PREEMPTION_DISABLE 1
#endif
#ifndef configUSE_PASSIVE_IDLE_HOOK
    #define configUSE_PASSIVE_IDLE_HOOK 0
#endif

/* 1: the locks count how often their owner has taken them; 0: the port does, in memory. */
#ifndef configSMP_COUNTING_LOCKS
    #define configSMP_COUNTING_LOCKS 0
#endif

#include_next <FreeRTOSConfig.h>
