/* SPDX-License-Identifier: Apache-2.0 */

#include "model.h"

/* 1 ohm, 1 mH, 50 mV for each rad/s and 50 mNm for each A, 20e-6 kgm2, friction of 10 uNm for each rad/s. In
 * a step of 100 us, with the units below:
 *
 *   current += ( voltage - 1 ohm * current - 50 mVs * speed ) * 100 us / 1 mH
 *   speed   += ( 50 mNm/A * current - load - 10 uNms * speed ) * 100 us / 20e-6 kgm2 */
#define STEP_PER_INDUCTANCE 10     /* divides */
#define SPEED_TO_VOLTAGE    20     /* divides, and so does the next */
#define CURRENT_TO_TORQUE   20
#define SPEED_TO_FRICTION   100000 /* divides */
#define STEP_PER_INERTIA    5      /* multiplies */

static volatile int32_t voltage, load; /* uV, uNm: the control's */
static volatile int32_t current, speed; /* uA, urad/s */

void model_set_voltage( int32_t millivolts )
{
    voltage = millivolts * 1000;
}

void model_set_load( int32_t micronewtonmetres )
{
    load = micronewtonmetres;
}

int32_t model_speed( void )
{
    return speed / 1000;
}

void model_step( void )
{
    int32_t torque = current / CURRENT_TO_TORQUE - load - speed / SPEED_TO_FRICTION;

    current += ( voltage - current - speed / SPEED_TO_VOLTAGE ) / STEP_PER_INDUCTANCE;
    speed += torque * STEP_PER_INERTIA;
}
