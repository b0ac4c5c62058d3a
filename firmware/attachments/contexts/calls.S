/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel calls of the attachment `contexts` that may switch: part of context_switch.S. A command in
 * the window of calls is granted at once, and the hardware kernel works on it while the caller looks
 * whether it has interrupts masked. Then one load has the answer: after a switch, the next task's.
 *
 * The API functions here stand in place of those of the kernel files, which do what is rare, under other
 * names (attachment.h) or in parts (kernel.h). With assertions or trace macros those are used. */
#define ANSWER                 ( configISOCHRON_CALLS_BASE_ADDRESS + ISOCHRON_RESULT_OFFSET )
#define VALUE                  ( ISOCHRON_VALUE_OFFSET - ISOCHRON_RESULT_OFFSET )
#define YIELD                  ( configISOCHRON_CALLS_BASE_ADDRESS + ISOCHRON_TASK_YIELD_OFFSET )
#define NOTIFY_TAKE            ( configISOCHRON_CALLS_BASE_ADDRESS + ISOCHRON_TASK_NOTIFY_TAKE_OFFSET )
#define TAKE_FROM_GIVE         ( ISOCHRON_TASK_TAKE_OFFSET - ISOCHRON_TASK_GIVE_OFFSET )
#define SUSPEND                ( ISOCHRON_TASK_SUSPEND_OFFSET - ISOCHRON_TASK_NOTIFY_NONE_OFFSET )
#define RESUME                 ( ISOCHRON_TASK_RESUME_OFFSET - ISOCHRON_TASK_NOTIFY_NONE_OFFSET )
#define MESSAGE_SEND           ( ISOCHRON_TASK_QUEUE_SEND_OFFSET - ISOCHRON_TASK_QUEUE_RECEIVE_OFFSET )
#define WORD                   ( ISOCHRON_WORD_OFFSET - ISOCHRON_RESULT_OFFSET )

/* In the kernel's structures. */
#define QUEUE_SEND             0
#define QUEUE_COMMAND          4
#define TASK_COMMAND           4

/* Marks of what a send is. A message of one word has none. */
#define FOUR_WORDS             2
#define OTHERWISE              1
#define MARKS                  3

/* Commands are 1 << 2 apart by identifier, 1 << 10 by eNotifyAction, 1 << 18 by notification. */
#define IDENTIFIER_SHIFT       2
#define ACTION_SHIFT           10
#define NOTIFICATION_SHIFT     18
#if ( ISOCHRON_NOTIFICATION_STRIDE != ( 1 << NOTIFICATION_SHIFT ) )
    #error "NOTIFICATION_SHIFT does not fit the hardware kernel."
#endif
#if ( VALUE != 4 ) || ( ( ANSWER & 0xFFF ) != 0 )
    #error "ANSWER and VALUE are told apart by bit 2."
#endif

/* A send may find that its queue is the member of a queue set. */
#if ( configISOCHRON_MESSAGES == 1 ) && ( configUSE_QUEUE_SETS == 1 )
    #define MAY_BE_MEMBER      1
#else
    #define MAY_BE_MEMBER      0
#endif

    .global ulIsochronFinish
    .global ulIsochronFinishSend
    .global ulIsochronSwitch
    .global vPortYield
    .weak   xQueueGenericSend
    .weak   xQueueSemaphoreTake
    .weak   xTaskGenericNotify
    .weak   ulTaskGenericNotifyTake
    .weak   vTaskSuspend
    .weak   vTaskResume
    .global xIsochronFinishWord
    .global pxIsochronSendToMember
    .weak   xKernelSendMessage
    .weak   xKernelSendElse
    .weak   xKernelFinishSend

    .cfi_sections .debug_frame
    .section .text.ulIsochronSwitch, "ax"
    .option push
    .option norvc

/* Behind a command: branches if the caller has interrupts masked. t1 is mstatus; t0 is ANSWER, or
 * ANSWER + VALUE. */
    .macro ANSWERS where_masked=masked
    andi  t1, t1, MSTATUS_MIE
    beqz  t1, \where_masked
    .endm

/* void vPortYield( void ) */
    .balign 4
vPortYield:
    lui   t0, %hi( YIELD )
    sw    zero, %lo( YIELD )( t0 )
    csrr  t1, mstatus
    lui   t0, %hi( ANSWER )
    ANSWERS
    j     answer

#if MAY_BE_MEMBER
/* uint32_t ulIsochronFinishSend( uint32_t ulResult ): the same for a send that waits, which may return MEMBER. */
ulIsochronFinishSend:
    li    a5, 0
#endif

/* uint32_t ulIsochronFinish( uint32_t ulResult ): ulResult is AGAIN or an error code. */
ulIsochronFinish:
    bgez  a0, refused

/* uint32_t ulIsochronSwitch( void ) */
ulIsochronSwitch:
    csrr  t1, mstatus
    lui   t0, %hi( ANSWER )
    ANSWERS
    j     answer

/* BaseType_t xQueueSemaphoreTake( QueueHandle_t xQueue, TickType_t xTicksToWait ) */
xQueueSemaphoreTake:
    lw    t3, QUEUE_COMMAND( a0 )
    csrr  t1, mstatus
    sw    a1, TAKE_FROM_GIVE( t3 )
    lui   t0, %hi( ANSWER )
    ANSWERS
    j     answer

/* By this load, or that at send_answer, all tasks switch, at most 5 cycles behind a command. a0, the return
 * address and t0 are then those of the task that runs next. A task that an interrupt lets run comes
 * here, too. */
answer:
    lw    a0, 0( t0 )
    ret

/* The hardware lets a task go on here, that is OTHER bytes further on, if its RESULT was AGAIN once
 * more, or an error code. */
other:
    li    t6, REGISTERS
1:  bgez  a0, answered
    lw    t1, STATUS( t6 )
    andi  t1, t1, STATUS_SWITCH_REQUESTED
    bnez  t1, answer                        /* else it waits for something else */
    lw    a0, RESULT( t6 )
    j     1b

/* a0 is not AGAIN, t6 is REGISTERS. */
answered:
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a0, t1, not_answered
    andi  t1, t0, VALUE
    beqz  t1, 1f
    lw    a0, VALUE( t6 )
1:  ret

not_answered:
#if MAY_BE_MEMBER
    li    t1, ISOCHRON_RESULT_MEMBER
    beq   a0, t1, send_to_member
#endif
    andi  t1, t0, VALUE
    bnez  t1, value_refused
#if ( configISOCHRON_MESSAGES == 1 )
    la    t1, word_received                 /* in xIsochronFinishWord: there is no word */
    bne   ra, t1, refused
    mv    ra, t4
#endif
refused:
    tail  ulIsochronRefused

value_refused:
    addi  sp, sp, -16
    sw    ra, 12( sp )
    call  ulIsochronRefused
    li    t6, REGISTERS
    lw    a0, VALUE( t6 )
    lw    ra, 12( sp )
    addi  sp, sp, 16
    ret

#if MAY_BE_MEMBER
/* The send has done nothing. Its first argument is in a5, the others are as they were; or it has waited, and
 * a5 is 0. */
send_to_member:
    beqz  a5, 1f
    mv    a0, a5
    lw    t1, pxIsochronSendToMember
    jr    t1
1:  ret
#endif

#if ( configISOCHRON_MESSAGES == 1 )
/* BaseType_t xIsochronFinishWord( void * pvItem, uint32_t ulResult ). It needs no stack: all registers are
 * the task's, and the answer changes a few that are not used here. */
    .cfi_startproc
xIsochronFinishWord:
    bgez  a1, word_refused
    mv    t5, a0
    mv    t4, ra
    .cfi_register ra, t4
    jal   ulIsochronSwitch
word_received:
    lw    t2, WORD( t0 )
    beqz  a0, 1f
    sw    t2, 0( t5 )
1:  jr    t4
    .cfi_restore ra
word_refused:
    mv    a0, a1
    tail  ulIsochronRefused
    .cfi_endproc
#endif

/* The caller has interrupts masked, in a critical section or by hand, and finds them so when it
 * runs again, as in FreeRTOS: no interrupt is served before the switch, or after it. A trap finds out
 * what the next task needs. The nesting goes to the caller's stack. */
    .cfi_startproc
masked:
    li    t6, REGISTERS
masked_look:
    lw    a0, RESULT( t6 )
    bgez  a0, answered
    lw    t1, STATUS( t6 )
    andi  t1, t1, STATUS_SWITCH_REQUESTED
    beqz  t1, masked_look                   /* it waits for something else */
    addi  sp, sp, -16
    .cfi_adjust_cfa_offset 16
    sw    ra, 0( sp )
    .cfi_rel_offset ra, 0
#ifdef isochronASSERTS_TASK
    call  vIsochronAssertTask
    li    t6, REGISTERS
#endif
    lw    t1, xCriticalNesting
    sw    t1, 4( sp )
    sw    zero, xCriticalNesting, t1
masked_call:
    ecall
masked_resumed:
    csrci mstatus, MSTATUS_MIE              /* if another task's trap ended here */
    lw    t1, 4( sp )
    sw    t1, xCriticalNesting, t2
    lw    ra, 0( sp )
    .cfi_restore ra
    addi  sp, sp, 16
    .cfi_adjust_cfa_offset -16
    j     masked_look
    .cfi_endproc

/* BaseType_t xTaskGenericNotify( TaskHandle_t xTask, UBaseType_t uxIndex, uint32_t ulValue,
 * eNotifyAction eAction, uint32_t * pulPreviousValue ) */
xTaskGenericNotify:
    lw    t3, TASK_COMMAND( a0 )
    slli  t2, a3, ACTION_SHIFT
    add   t3, t3, t2
#if defined( configTASK_NOTIFICATION_ARRAY_ENTRIES ) && ( configTASK_NOTIFICATION_ARRAY_ENTRIES > 1 )
    slli  t2, a1, NOTIFICATION_SHIFT
    add   t3, t3, t2
#endif
    sw    a2, 0( t3 )
    csrr  t1, mstatus
    lui   t0, %hi( ANSWER )
    bnez  a4, previous_value
    ANSWERS
    j     answer

previous_value:
    addi  sp, sp, -16
    sw    ra, 12( sp )
    sw    a4, 8( sp )
    call  ulIsochronSwitch
    li    t6, REGISTERS
    lw    t1, VALUE( t6 )
    lw    a4, 8( sp )
    sw    t1, 0( a4 )
    lw    ra, 12( sp )
    addi  sp, sp, 16
    ret

/* uint32_t ulTaskGenericNotifyTake( UBaseType_t uxIndex, BaseType_t xClearCountOnExit,
 * TickType_t xTicksToWait ) */
ulTaskGenericNotifyTake:
    lui   t3, %hi( NOTIFY_TAKE )
    snez  t2, a1
    slli  t2, t2, IDENTIFIER_SHIFT
    add   t3, t3, t2
#if defined( configTASK_NOTIFICATION_ARRAY_ENTRIES ) && ( configTASK_NOTIFICATION_ARRAY_ENTRIES > 1 )
    slli  t2, a0, NOTIFICATION_SHIFT
    add   t3, t3, t2
#endif
    sw    a2, %lo( NOTIFY_TAKE )( t3 )
    csrr  t1, mstatus
    li    t0, ANSWER + VALUE
    ANSWERS
    j     answer

#if ( INCLUDE_vTaskSuspend == 1 )
/* void vTaskSuspend( TaskHandle_t xTaskToSuspend ) */
vTaskSuspend:
    beqz  a0, suspend_self
    lw    t3, TASK_COMMAND( a0 )
suspend:
    lui   t2, %hi( SUSPEND )
    add   t3, t3, t2
    sw    zero, %lo( SUSPEND )( t3 )
    csrr  t1, mstatus
    lui   t0, %hi( ANSWER )
    ANSWERS
    j     answer

suspend_self:
    lui   t2, %hi( REGISTERS )
    lw    t3, %lo( REGISTERS ) + CURRENT( t2 )
    lw    t3, TASK_COMMAND( t3 )
    j     suspend

/* void vTaskResume( TaskHandle_t xTaskToResume ) */
vTaskResume:
    beqz  a0, nobody
    lw    t3, TASK_COMMAND( a0 )
    lui   t2, %hi( RESUME )
    add   t3, t3, t2
    sw    zero, %lo( RESUME )( t3 )
    csrr  t1, mstatus
    lui   t0, %hi( ANSWER )
    ANSWERS
    j     answer
nobody:
    ret
#endif

#if MAY_BE_MEMBER
/* The creation of an object fills it (isochronOBJECT_IS_CREATED()). */
    .section .sbss.pxIsochronSendToMember, "aw", @nobits
    .balign 4
pxIsochronSendToMember:
    .zero 4
#endif

    .section .text.xQueueGenericSend, "ax"
    .balign 4

/* BaseType_t xQueueGenericSend( QueueHandle_t xQueue, const void * pvItem, TickType_t xTicksToWait,
 * BaseType_t xCopyPosition ): gives a plain semaphore, or sends a message. */
xQueueGenericSend:
    lw    t3, QUEUE_SEND( a0 )
    lui   t0, %hi( ANSWER )
    bgeu  t3, t0, message                   /* no give: kernelSEND_IS_GIVE */
    sw    zero, 0( t3 )
    csrr  t1, mstatus
    ANSWERS send_masked
send_answer:
    lw    a0, 0( t0 )                       /* as answer does */
    ret

send_masked:
    j     masked

/* A message, or something else: t3 is not GIVE's address. One word or four that go to the back are sent
 * here, from any address (isochronWORDS_ANYWHERE). */
message:
#if ( configISOCHRON_MESSAGES == 1 )
    andi  t2, t3, MARKS
    bnez  t2, no_word
    lw    t2, 0( a1 )
    bnez  a3, send_message
send_words:
    sw    t2, WORD( t0 )
    sw    a2, MESSAGE_SEND( t3 )
#if MAY_BE_MEMBER
    bnez  a2, may_wait
    mv    a5, a0
#endif
    csrr  t1, mstatus
    ANSWERS send_masked
    j     send_answer

no_word:
    addi  t1, t0, OTHERWISE                 /* kernelSEND_ELSE */
    beq   t1, t3, send_else
    addi  t2, t2, -FOUR_WORDS
    bnez  t2, send_message
    addi  t3, t3, -FOUR_WORDS
    lw    t2, 0( a1 )
    lw    t4, 4( a1 )
    lw    t5, 8( a1 )
    lw    t6, 12( a1 )
    bnez  a3, send_message
    sw    t4, WORD + 4( t0 )
    sw    t5, WORD + 8( t0 )
    sw    t6, WORD + 12( t0 )
    j     send_words

send_message:
    tail  xKernelSendMessage
#endif
send_else:
    tail  xKernelSendElse

#if MAY_BE_MEMBER
/* The queue may be the member of a set when the wait is over. */
may_wait:
    li    t6, REGISTERS
    lw    a4, RESULT( t6 )
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a4, t1, 1f
    mv    a0, a4
    ret
1:  tail  xKernelFinishSend
#endif
    .option pop
