/* SPDX-License-Identifier: Apache-2.0 */

/* What the control in FreeRTOS (control.c) and the program of Linux (plot.c) tell each other, by two
 * channels.
 *
 * "parameters": the program sends a struct motor_parameters; the answer, a word, is the number of the first
 * step that has these. "samples": its area has the last MOTOR_SAMPLES steps, that of step n at n modulo
 * MOTOR_SAMPLES. A message, a word, is the number of steps that there are, each time that there are
 * MOTOR_BLOCK more. */
#pragma once

#include <stdint.h>

#define MOTOR_PERIOD  10000U /* clock cycles of a step: 10 kHz */
#define MOTOR_SAMPLES 256U
#define MOTOR_BLOCK   32U

struct motor_parameters
{
    int32_t wanted;       /* speed, mrad/s */
    int32_t proportional; /* mV for each rad/s that is missing */
    int32_t integral; /* uV for each rad/s that is missing in a step; 0: what there is of it is forgotten */
    int32_t load; /* what the motor drives takes so much torque, uNm */
};

struct motor_sample
{
    uint32_t step;
    int32_t speed; /* mrad/s */
    int32_t voltage; /* mV */
    uint32_t late; /* cycles from the step's date to its begin */
};
