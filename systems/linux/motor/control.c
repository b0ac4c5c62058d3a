/* SPDX-License-Identifier: Apache-2.0 */

/* Control of a motor's speed as a task of FreeRTOS, 10,000 times a second, below a Linux whose program sets
 * the parameters and sees what happens. The motor is a model, stepped by a task of its own (model.c). */
#include "FreeRTOS.h"
#include "task.h"
#include "isochron.h"

#include "board.h"
#include "channel.h"
#include "linux_task.h"
#include "machine.h"
#include "model.h"
#include "motor.h"
#include "releases.h"

#define PRIORITY_CONTROL  10
#define PRIORITY_MOTOR    9
#define PRIORITY_MESSAGES 3
#define STACK_WORDS       160

/* The channels, as the device tree has them. */
#define PARAMETERS 0U
#define SAMPLES    1U

/* Within these nothing below overflows, whatever Linux asks for. */
#define MOST_SPEED        200000
#define MOST_PROPORTIONAL 1000
#define MOST_INTEGRAL     5000
#define MOST_LOAD         200000
#define MOST_VOLTAGE      12000

static TaskHandle_t motor, tells;
static struct motor_parameters parameters;
static volatile uint32_t steps;

static int32_t limited( int32_t value, int32_t least, int32_t most )
{
    return ( value < least ) ? least : ( value > most ) ? most : value;
}

/* Proportional and integral: the latter, in uV, is never more than the bridge has. */
static int32_t voltage_for( int32_t speed )
{
    static int32_t sum;
    int32_t missing = parameters.wanted - speed;

    sum = ( parameters.integral == 0 ) ? 0 : sum + parameters.integral * missing / 1000;
    sum = limited( sum, -MOST_VOLTAGE * 1000, MOST_VOLTAGE * 1000 );
    return limited( parameters.proportional * missing / 1000 + sum / 1000, -MOST_VOLTAGE, MOST_VOLTAGE );
}

static void control_task( void * parameter )
{
    volatile struct motor_sample * samples = ( volatile struct motor_sample * ) channel_area( SAMPLES );
    uint32_t date = releases_begin( MOTOR_PERIOD );

    for( ;; )
    {
        uint32_t late = releases_wait( &date, MOTOR_PERIOD );
        int32_t speed = model_speed(), voltage = voltage_for( speed );

        model_set_voltage( voltage );
        samples[ steps % MOTOR_SAMPLES ] = ( struct motor_sample ) { steps, speed, voltage, late };
        steps++;
        ( void ) xTaskNotifyGive( motor );

        if( steps % MOTOR_BLOCK == 0 )
        {
            ( void ) xTaskNotifyGive( tells );
        }
    }
}

/* In the place of a motor. */
static void motor_task( void * parameter )
{
    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        model_step();
    }
}

/* If Linux does not receive, this task waits, and the control does not. */
static void telling_task( void * parameter )
{
    for( ;; )
    {
        struct channel_message message;

        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        message.start = channel_start();
        message.words[ 0 ] = steps;
        ( void ) channel_send( SAMPLES, &message, sizeof( steps ) );
    }
}

static void parameters_task( void * parameter )
{
    for( ;; )
    {
        struct channel_message message;
        const struct motor_parameters * asked = ( const struct motor_parameters * ) message.words;

        if( channel_receive( PARAMETERS, &message ) != sizeof( *asked ) )
        {
            continue;
        }

        taskENTER_CRITICAL();
        parameters.wanted = limited( asked->wanted, -MOST_SPEED, MOST_SPEED );
        parameters.proportional = limited( asked->proportional, 0, MOST_PROPORTIONAL );
        parameters.integral = limited( asked->integral, 0, MOST_INTEGRAL );
        model_set_load( limited( asked->load, -MOST_LOAD, MOST_LOAD ) );
        message.words[ 0 ] = steps; /* the first that has these */
        taskEXIT_CRITICAL();
        ( void ) channel_send( PARAMETERS, &message, sizeof( steps ) );
    }
}

int main( void )
{
    TaskHandle_t control = NULL;

    linux_begin();
    ( void ) xTaskCreate( motor_task, "motor", STACK_WORDS, NULL, PRIORITY_MOTOR, &motor );
    ( void ) xTaskCreate( telling_task, "tells", STACK_WORDS, NULL, PRIORITY_MESSAGES, &tells );
    ( void ) xTaskCreate( parameters_task, "parameters", STACK_WORDS, NULL, PRIORITY_MESSAGES, NULL );
    ( void ) xTaskCreate( control_task, "control", STACK_WORDS, NULL, PRIORITY_CONTROL, &control );
    ( void ) xIsochronLineToTask( LINE_OF_TIME_MANAGER, control );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
