/* SPDX-License-Identifier: Apache-2.0 */

/* A motor for direct current, and the bridge and the encoder that it would have: simulated, there is none. */
#pragma once

#include <stdint.h>

/* What a bridge would put on the motor, in mV. */
void model_set_voltage( int32_t millivolts );

/* What the motor drives takes so much torque, in uNm. */
void model_set_load( int32_t micronewtonmetres );

/* What an encoder would tell of it: mrad/s. */
int32_t model_speed( void );

/* A step of control later. */
void model_step( void );
